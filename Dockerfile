# The service without PostgreSQL: set DATABASE_URL. The arguments of a container are those of server/model-run-api.
#
#   docker build --tag model-run-api:1.0.0 .
#   docker buildx build --platform linux/amd64,linux/arm64 --tag ... --push .
#
# The last stage runs nothing, and what the first one makes is for every platform: no emulator is needed for others.
ARG NODE_IMAGE=node:24.21.0-trixie-slim
ARG BASE_IMAGE=debian:trixie-slim

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS release
WORKDIR /checkout
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run release && mkdir -p /app /data && tar -xzf dist/*.tgz -C /app --strip-components=1
WORKDIR /app
# Any of: clickhouse docker kubernetes opentelemetry s3 valkey. What few need, as the release's README tells.
ARG ADD=""
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
  && for what in ${ADD}; do npm run "add:${what}" || exit 1; done \
  && find . -path '*/node_modules/*' -type f \( -name '*.d.ts' -o -name '*.d.[cm]ts' -o -name '*.map' \) -delete

FROM ${NODE_IMAGE} AS node

FROM ${BASE_IMAGE}
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=release /app /app
COPY --from=release --chown=1000:1000 /data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
USER 1000:1000
# Jobs of this machine, and nothing that has to stay. The rest of the root can be read-only.
VOLUME /data
EXPOSE 8080
# Node itself: it gets the signals.
ENTRYPOINT ["/usr/local/bin/node", "--max-semi-space-size=32", "--heap-growing-percent=50", "--no-allocation-site-pretenuring", "/app/server/main.ts"]
CMD ["serve"]
