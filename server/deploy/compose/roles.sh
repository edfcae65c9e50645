#!/bin/sh
# Run once, by the image of PostgreSQL, when its volume is new: one role that owns the tables and migrates, one that works.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 \
  --set=owner_password="$OWNER_PASSWORD" --set=service_password="$SERVICE_PASSWORD" <<'SQL'
CREATE ROLE model_run_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE model_run_service LOGIN PASSWORD :'service_password';
CREATE DATABASE model_run OWNER model_run_owner;
REVOKE ALL ON DATABASE model_run FROM PUBLIC;
GRANT CONNECT ON DATABASE model_run TO model_run_service;
SQL
