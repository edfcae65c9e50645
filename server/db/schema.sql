-- What the migrations and functions make together. Generated: see test/db/schema.test.ts.

create table account (
  workspace uuid not null,
  id uuid not null,
  kind text not null,
  available bigint default 0 not null,
  held bigint default 0 not null,
  spent bigint default 0 not null,
  pending integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  has_webhooks boolean default false not null,
  has_destinations boolean default false not null,
  PRIMARY KEY (id),
  CHECK (((LEAST(available, held, spent) >= 0) AND (pending >= 0) AND (((available + held) + spent) <= '9007199254740991'::bigint))),
  CHECK ((kind = ANY ('{wallet,key_credit}'::text[])))
) with (fillfactor=50, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0, vacuum_truncate=off);
CREATE INDEX account_of_workspace ON account USING btree (workspace);
CREATE UNIQUE INDEX account_one_wallet ON account USING btree (workspace) WHERE (kind = 'wallet'::text);
CREATE INDEX account_with_webhooks ON account USING btree (workspace) WHERE (has_webhooks AND (kind = 'wallet'::text));
CREATE TRIGGER account_has_outboxes BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION outboxes_as_wallet();

create table alert (
  id bigint generated always as identity not null,
  reference uuid default gen_random_uuid() not null,
  workspace uuid not null,
  kind text not null,
  subject text not null,
  data json not null,
  raised_at timestamp(3) with time zone default now() not null,
  recovered_at timestamp(3) with time zone,
  PRIMARY KEY (id),
  UNIQUE (reference)
);
CREATE INDEX alert_of_workspace ON alert USING btree (workspace, id);
CREATE UNIQUE INDEX alert_open ON alert USING btree (workspace, kind, subject) WHERE (recovered_at IS NULL);

create table alert_setting (
  workspace uuid not null,
  key_percent smallint,
  failure_percent smallint,
  failure_minutes smallint default 15 not null,
  failure_runs integer default 20 not null,
  mail_to text default 'owners'::text not null,
  PRIMARY KEY (workspace),
  CHECK (((failure_minutes >= 5) AND (failure_minutes <= 1440))),
  CHECK (((failure_percent >= 1) AND (failure_percent <= 100))),
  CHECK (((failure_runs >= 1) AND (failure_runs <= 10000))),
  CHECK (((key_percent >= 1) AND (key_percent <= 100))),
  CHECK ((mail_to = ANY (ARRAY['nobody'::text, 'owners'::text, 'admins'::text])))
);

create table api_key (
  workspace uuid not null,
  id uuid not null,
  hash bytea not null,
  prefix text not null,
  last4 text not null,
  name text not null,
  scopes text[] not null,
  account uuid,
  wallet_fallback boolean default false not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  rotated_to uuid,
  created_at timestamp with time zone default now() not null,
  created_by uuid,
  request_key text collate "C",
  spender uuid,
  day_limit bigint,
  month_limit bigint,
  models text[],
  PRIMARY KEY (id),
  CHECK (((account IS NOT NULL) OR (NOT wallet_fallback))),
  CHECK (((spender IS NOT NULL) = ((day_limit IS NOT NULL) OR (month_limit IS NOT NULL)))),
  CHECK (((day_limit >= 0) AND (day_limit <= '9007199254740991'::bigint))),
  CHECK ((length(hash) = 32)),
  UNIQUE (hash),
  CHECK (((cardinality(models) >= 1) AND (cardinality(models) <= 100))),
  CHECK (((month_limit >= 0) AND (month_limit <= '9007199254740991'::bigint))),
  CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CHECK (((length(request_key) >= 1) AND (length(request_key) <= 255))),
  CHECK ((cardinality(scopes) > 0))
) with (fillfactor=80);
CREATE INDEX api_key_of_workspace ON api_key USING btree (workspace, id);
CREATE UNIQUE INDEX api_key_once_per_request ON api_key USING btree (workspace, request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX api_key_revoked ON api_key USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX api_key_rotated_to ON api_key USING btree (rotated_to) WHERE (rotated_to IS NOT NULL);
CREATE INDEX api_key_with_account ON api_key USING btree (account) WHERE (account IS NOT NULL);
CREATE TRIGGER api_key_limits AFTER UPDATE OF rotated_to ON api_key FOR EACH ROW WHEN (((new.rotated_to IS NOT NULL) AND ((new.spender IS NOT NULL) OR (new.models IS NOT NULL)))) EXECUTE FUNCTION carry_limits_1();

create table app_user (
  id uuid not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
CREATE UNIQUE INDEX app_user_email ON app_user USING btree (lower(email));

create table audit_event (
  id bigint generated always as identity not null,
  workspace uuid,
  run uuid,
  kind text not null,
  detail json default '{}'::json not null,
  created_at timestamp with time zone default now() not null,
  actor uuid,
  PRIMARY KEY (id)
);
CREATE INDEX audit_event_of_person ON audit_event USING btree (actor, id) WHERE ((workspace IS NULL) AND (actor IS NOT NULL));
CREATE INDEX audit_event_of_run ON audit_event USING btree (workspace, run) WHERE (run IS NOT NULL);
CREATE INDEX audit_event_of_workspace ON audit_event USING btree (workspace, id);
CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table broadcast_destination (
  workspace uuid not null,
  id uuid not null,
  name text not null,
  url text not null,
  encoding text not null,
  compression text not null,
  headers json not null,
  kinds text[] not null,
  include_content boolean not null,
  created_at timestamp(3) with time zone default now() not null,
  created_by uuid,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  due_at timestamp with time zone default now() not null,
  claim uuid,
  claimed_until timestamp with time zone,
  attempts integer default 0 not null,
  batch_limit integer,
  failing_since timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  last_delivered_at timestamp(3) with time zone,
  last_status smallint,
  last_error text,
  delivered bigint default 0 not null,
  rejected bigint default 0 not null,
  given_up bigint default 0 not null,
  PRIMARY KEY (workspace, id),
  CHECK ((batch_limit > 0)),
  CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  CHECK ((compression = ANY (ARRAY['gzip'::text, 'none'::text]))),
  CHECK ((disabled_reason = ANY (ARRAY['by_user'::text, 'gone'::text, 'failing'::text]))),
  CHECK ((encoding = ANY (ARRAY['json'::text, 'protobuf'::text]))),
  UNIQUE (id)
) with (fillfactor=50);

create table broadcast_span (
  destination uuid not null,
  id bigint generated always as identity not null,
  run uuid not null,
  created_at timestamp(3) with time zone default now() not null,
  PRIMARY KEY (destination, id)
);

create table chore (
  name text not null,
  since timestamp with time zone default now() not null,
  every_ms integer not null,
  turn uuid not null,
  began_at timestamp with time zone default now() not null,
  taken_until timestamp with time zone,
  duration_ms integer,
  succeeded_at timestamp with time zone,
  failures integer default 0 not null,
  failed_at timestamp with time zone,
  failure text,
  PRIMARY KEY (name)
) with (fillfactor=50);

create table client_span (
  workspace uuid not null,
  trace uuid not null,
  span bytea not null,
  started_at timestamp with time zone not null,
  duration bigint not null,
  parent_span bytea,
  name text not null,
  kind text not null,
  status text not null,
  status_message text,
  service text,
  operation text,
  model text,
  tool text,
  input_tokens bigint,
  output_tokens bigint,
  cached_tokens bigint,
  reasoning_tokens bigint,
  reported_cost numeric,
  session_id text,
  end_user_id text,
  input text,
  output text,
  attributes text not null,
  events text,
  truncated boolean default false not null,
  PRIMARY KEY (workspace, trace, started_at, span),
  CHECK ((duration >= 0)),
  CHECK ((length(parent_span) = 8)),
  CHECK ((length(span) = 8))
);
CREATE INDEX client_span_of_end_user ON ONLY public.client_span USING btree (end_user_id, workspace, started_at) WHERE (end_user_id IS NOT NULL);
CREATE INDEX client_span_of_session ON ONLY public.client_span USING btree (session_id, workspace, started_at) WHERE (session_id IS NOT NULL);
CREATE INDEX client_span_of_workspace ON ONLY public.client_span USING btree (workspace, started_at, span, trace);

create table closed_balance (
  workspace uuid not null,
  account uuid not null,
  available bigint not null,
  held bigint not null,
  spent bigint not null,
  PRIMARY KEY (workspace, account)
) with (fillfactor=50);

create table compute_output (
  workspace uuid not null,
  run uuid not null,
  kind text not null,
  name text not null,
  part_offset bigint not null,
  content bytea not null,
  PRIMARY KEY (workspace, run, kind, name, part_offset),
  CHECK ((kind = ANY (ARRAY['log'::text, 'artifact'::text]))),
  CHECK ((part_offset >= 0))
);

create table content_counted (
  workspace uuid not null,
  until uuid not null,
  open uuid[] not null,
  PRIMARY KEY (workspace)
) with (fillfactor=50);

create table content_day (
  workspace uuid not null,
  day date not null,
  bytes bigint not null,
  PRIMARY KEY (workspace, day)
) with (fillfactor=50);

create table content_key (
  workspace uuid not null,
  id text not null,
  purpose text not null,
  key_id text not null,
  wrapped bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  PRIMARY KEY (workspace, id),
  CHECK ((id ~ '^[0-9a-f]{8}$'::text))
);
CREATE INDEX content_key_by_key ON content_key USING btree (key_id);

create table content_purge (
  workspace uuid not null,
  until uuid not null,
  purged_at timestamp(3) with time zone default now() not null,
  PRIMARY KEY (workspace, until)
);

create table deployment (
  only_row boolean default true not null,
  system_identifier text,
  timeline integer,
  attribution_key bytea not null,
  created_at timestamp with time zone default now() not null,
  place text,
  went_back boolean default false not null,
  pseudonym_check bytea,
  compute_name text,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table early_end (
  workspace uuid not null,
  run uuid not null,
  at_most bigint not null,
  ended_at timestamp with time zone default now() not null,
  PRIMARY KEY (workspace, run),
  CHECK ((at_most >= 0))
);
CREATE INDEX early_end_of_late ON early_end USING btree (workspace, ended_at);

create table invitation (
  id uuid not null,
  workspace uuid not null,
  token_hash bytea not null,
  role text not null,
  email text,
  is_set_up boolean default false not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  used_by uuid,
  PRIMARY KEY (id),
  CHECK (((NOT is_set_up) OR (role = 'owner'::text))),
  FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE CASCADE,
  CHECK ((role = ANY (ARRAY['member'::text, 'admin'::text, 'owner'::text]))),
  CHECK ((length(token_hash) = 32)),
  UNIQUE (token_hash),
  FOREIGN KEY (used_by) REFERENCES app_user(id) ON DELETE SET NULL
);
CREATE INDEX invitation_of_workspace ON invitation USING btree (workspace, id);
CREATE UNIQUE INDEX invitation_one_set_up ON invitation USING btree (workspace) WHERE (is_set_up AND (used_at IS NULL));

create table invitation_link (
  token_hash bytea not null,
  invitation uuid not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (invitation) REFERENCES invitation(id) ON DELETE CASCADE,
  CHECK ((length(token_hash) = 32))
);
CREATE INDEX invitation_link_of ON invitation_link USING btree (invitation);

create table key_spending (
  workspace uuid not null,
  spender uuid not null,
  day date not null,
  spent bigint default 0 not null,
  held bigint default 0 not null,
  PRIMARY KEY (workspace, spender, day),
  CHECK ((held >= 0)),
  CHECK ((spent >= 0))
) with (fillfactor=50, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0, vacuum_truncate=off);

create table ledger_closed (
  only_row boolean default true not null,
  until bigint default 0 not null,
  horizon bigint default 0 not null,
  waits_for text[] default '{}'::text[] not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table ledger_entry (
  workspace uuid not null,
  id bigint generated always as identity not null,
  account uuid not null,
  run uuid,
  kind text not null,
  debit_bucket text not null,
  credit_bucket text not null,
  amount bigint not null,
  external_reference text,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  CHECK (((amount >= 1) AND (amount <= '9007199254740991'::bigint))),
  CHECK ((((((kind || ' '::text) || debit_bucket) || ' '::text) || credit_bucket) = ANY ('{"top_up external available","transfer_out available transit","transfer_in transit available","hold available held","capture_provider held provider","capture_fee held fee","release held available","storage held storage","loss external provider","loss external storage"}'::text[]))),
  CHECK ((((run IS NULL) = (external_reference IS NOT NULL)) AND
CASE
    WHEN (run IS NULL) THEN (kind = ANY ('{top_up,transfer_out,transfer_in,hold,storage,loss}'::text[]))
    ELSE (kind <> ALL ('{top_up,transfer_out,transfer_in,storage}'::text[]))
END))
);
CREATE INDEX ledger_entry_of_account ON ledger_entry USING btree (workspace, account, id);
CREATE UNIQUE INDEX ledger_entry_once_per_reference ON ledger_entry USING btree (workspace, external_reference, kind) WHERE (external_reference IS NOT NULL);
CREATE UNIQUE INDEX ledger_entry_once_per_run ON ledger_entry USING btree (workspace, run, kind) WHERE (run IS NOT NULL);
CREATE INDEX ledger_entry_rare ON ledger_entry USING btree (workspace, kind, id) WHERE (kind = ANY (ARRAY['top_up'::text, 'transfer_out'::text, 'transfer_in'::text, 'loss'::text]));
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table low_balance_told (
  workspace uuid not null,
  told_at timestamp(3) with time zone default now() not null,
  PRIMARY KEY (workspace)
);

create table mail (
  id bigint generated always as identity not null,
  kind text not null,
  about uuid not null,
  recipient uuid,
  attempts integer default 0 not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK ((kind = ANY (ARRAY['password_reset'::text, 'invitation'::text, 'alert'::text]))),
  FOREIGN KEY (recipient) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX mail_due ON mail USING btree (due_at);

create table membership (
  id uuid not null,
  workspace uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  CHECK ((role = ANY (ARRAY['member'::text, 'admin'::text, 'owner'::text]))),
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  UNIQUE (workspace, user_id)
);
CREATE INDEX membership_of_user ON membership USING btree (user_id);

create table password_reset (
  token_hash bytea not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (token_hash),
  CHECK ((length(token_hash) = 32)),
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX password_reset_of_user ON password_reset USING btree (user_id);

create table playground_key (
  api_key uuid not null,
  workspace uuid not null,
  person uuid not null,
  PRIMARY KEY (api_key),
  FOREIGN KEY (api_key) REFERENCES api_key(id)
);
CREATE INDEX playground_key_of_person ON playground_key USING btree (workspace, person, api_key);

create table prompt (
  workspace uuid not null,
  name text collate "C" not null,
  latest_version integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  PRIMARY KEY (workspace, name)
);

create table prompt_label (
  workspace uuid not null,
  name text collate "C" not null,
  label text collate "C" not null,
  version integer not null,
  moved_at timestamp(3) with time zone default now() not null,
  PRIMARY KEY (workspace, name, label),
  FOREIGN KEY (workspace, name, version) REFERENCES prompt_version(workspace, name, version)
);

create table prompt_version (
  workspace uuid not null,
  name text collate "C" not null,
  version integer not null,
  content json not null,
  compiled json not null,
  variable_names text[] not null,
  refs json not null,
  depth integer not null,
  variables json,
  config json,
  comment text,
  parent_version integer,
  content_hash text not null,
  api_key uuid,
  idempotency_key text not null,
  request_hash bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  person uuid,
  PRIMARY KEY (workspace, name, version),
  CHECK (((api_key IS NULL) OR (person IS NULL))),
  CHECK ((version > 0)),
  FOREIGN KEY (workspace, name) REFERENCES prompt(workspace, name)
);
CREATE UNIQUE INDEX prompt_version_once_per_key ON prompt_version USING btree (workspace, idempotency_key);

create table protected_label (
  workspace uuid not null,
  label text collate "C" not null,
  PRIMARY KEY (workspace, label)
);

create table provider_circuit (
  queue text not null,
  opened_at timestamp(3) with time zone,
  due_at timestamp with time zone,
  probe uuid,
  probe_until timestamp with time zone,
  failed_probes integer default 0 not null,
  openings bigint default 0 not null,
  probes bigint default 0 not null,
  retries_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  PRIMARY KEY (queue)
) with (fillfactor=50);

create table quota (
  workspace uuid not null,
  name text not null,
  most bigint not null,
  PRIMARY KEY (workspace, name),
  CHECK (((most >= 0) AND (most <= '9007199254740991'::bigint)))
);

create table rate_window (
  key text not null,
  total bigint not null,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (key),
  CHECK ((total >= 0))
) with (fillfactor=50, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0, vacuum_index_cleanup=on, vacuum_truncate=off);

create table recovery_code (
  user_id uuid not null,
  code_hash bytea not null,
  PRIMARY KEY (user_id, code_hash),
  CHECK ((length(code_hash) = 32)),
  FOREIGN KEY (user_id) REFERENCES second_factor(user_id) ON DELETE CASCADE
);

create table refusal (
  only_row boolean default true not null,
  since timestamp with time zone default now() not null,
  timeline integer,
  place text not null,
  last_entry bigint not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table request_key (
  workspace uuid not null,
  operation text not null,
  idempotency_key text collate "C" not null,
  run uuid not null,
  request_hash bytea not null,
  hash_version smallint not null,
  PRIMARY KEY (workspace, operation, idempotency_key)
);

create table run (
  workspace uuid not null,
  id uuid not null,
  api_key uuid not null,
  account uuid not null,
  idempotency_key text collate "C" not null,
  request_hash bytea,
  hash_version smallint,
  subject text not null,
  provider text not null,
  state text not null,
  attempt integer default 0 not null,
  version integer default 1 not null,
  terms json not null,
  currency text not null,
  scale smallint not null,
  fee_basis_points integer not null,
  reserved_amount bigint not null,
  provider_amount bigint,
  list_amount bigint,
  fee_amount bigint,
  charged_amount bigint,
  absorbed_amount bigint,
  prompt_tokens bigint,
  completion_tokens bigint,
  cached_prompt_tokens bigint,
  reasoning_tokens bigint,
  finish_reason text,
  error json,
  provider_reference text,
  deadline timestamp(3) with time zone not null,
  settle_deadline timestamp(3) with time zone,
  unknown_reason text,
  look_ups integer default 0 not null,
  last_looked_up_at timestamp(3) with time zone,
  next_check_at timestamp(3) with time zone,
  session_id text,
  end_user_id text,
  prompt_id text,
  prompt_version text,
  traceparent text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  history jsonb,
  queue_reason text,
  next_attempt_at timestamp(3) with time zone,
  facts json,
  kind text not null,
  metadata json,
  spender uuid,
  cancel_requested_at timestamp(3) with time zone,
  subject_version text,
  progress json,
  parent_run text,
  parent_call text,
  service_span bytea,
  trace uuid,
  parent_span text,
  content_purged_at timestamp(3) with time zone,
  PRIMARY KEY (workspace, id),
  CHECK (((LEAST(reserved_amount, provider_amount, list_amount, fee_amount, charged_amount, absorbed_amount) >= 0) AND (fee_basis_points >= 0) AND (reserved_amount <= '9007199254740991'::bigint) AND (charged_amount <= reserved_amount))),
  CHECK (((state = ANY ('{reserved,queued,submitting,running,received,needs_reconciliation,completed,failed}'::text[])) AND ((finished_at IS NOT NULL) = (state = ANY ('{completed,failed}'::text[]))) AND ((state <> 'failed'::text) OR ((error IS NOT NULL) AND (charged_amount IS NULL)))))
) with (fillfactor=45);
CREATE INDEX run_of_end_user ON run USING btree (end_user_id, workspace, id) WHERE (end_user_id IS NOT NULL);
CREATE INDEX run_of_parent ON run USING btree (parent_run, workspace, id) WHERE (parent_run IS NOT NULL);
CREATE INDEX run_of_prompt ON run USING btree (prompt_id, workspace, id) WHERE (prompt_id IS NOT NULL);
CREATE INDEX run_of_session ON run USING btree (session_id, workspace, id) WHERE (session_id IS NOT NULL);
CREATE INDEX run_of_trace ON run USING btree (trace, workspace, id) WHERE (trace IS NOT NULL);
CREATE TRIGGER run_history BEFORE UPDATE OF state ON run FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND (NOT (old.history IS DISTINCT FROM new.history)))) EXECUTE FUNCTION note_run_state_1();

create table run_payload (
  workspace uuid not null,
  run uuid not null,
  request text,
  response text,
  PRIMARY KEY (workspace, run)
);

create table run_queue (
  workspace uuid not null,
  run uuid not null,
  queue text not null,
  step text not null,
  due_at timestamp with time zone not null,
  give_up_at timestamp with time zone not null,
  claim uuid,
  worker uuid,
  is_asked boolean default false not null,
  PRIMARY KEY (run),
  CHECK ((step = ANY ('{submit,reconcile,price,watch}'::text[])))
) with (fillfactor=70, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0, vacuum_index_cleanup=on, vacuum_truncate=off);
CREATE INDEX run_queue_claimed ON run_queue USING btree (worker, claim) WHERE (claim IS NOT NULL);
CREATE INDEX run_queue_look_ups ON run_queue USING btree (due_at) WHERE (step <> 'submit'::text);
CREATE INDEX run_queue_waiting ON run_queue USING btree (queue, workspace, due_at, run) INCLUDE (give_up_at) WHERE ((step = 'submit'::text) AND (claim IS NULL));

create table saved_view (
  workspace uuid not null,
  id uuid not null,
  person uuid not null,
  list text not null,
  name text not null,
  query text not null,
  is_shared boolean not null,
  created_at timestamp(3) with time zone default now() not null,
  PRIMARY KEY (workspace, id),
  CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CHECK ((length(query) <= 2048))
);

create table schema_function (
  name text not null,
  checksum text not null,
  added_at timestamp with time zone default now() not null,
  PRIMARY KEY (name)
);

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  PRIMARY KEY (name)
);

create table schema_range (
  only_row boolean default true not null,
  oldest integer not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table score (
  workspace uuid not null,
  id uuid not null,
  request_key text collate "C" not null,
  request_hash bytea not null,
  api_key uuid,
  created_at timestamp(3) with time zone default now() not null,
  name text not null,
  source text not null,
  numeric_value double precision,
  category text,
  boolean_value boolean,
  comment text,
  run uuid,
  kind text,
  trace_id text,
  span_id text,
  session_id text,
  run_session_id text,
  end_user_id text,
  prompt_id text,
  prompt_version text,
  person uuid,
  PRIMARY KEY (workspace, id),
  CHECK ((num_nonnulls(numeric_value, category, boolean_value) = 1)),
  CHECK ((num_nonnulls(run, span_id, session_id) = 1)),
  CHECK ((((run IS NULL) = (kind IS NULL)) AND ((trace_id IS NULL) = (span_id IS NULL)))),
  CHECK ((num_nonnulls(api_key, person) = 1)),
  CHECK ((source = ANY (ARRAY['human'::text, 'automatic'::text]))),
  UNIQUE (workspace, request_key)
);
CREATE INDEX score_of_prompt ON score USING btree (workspace, prompt_id, id) WHERE (prompt_id IS NOT NULL);
CREATE INDEX score_of_run ON score USING btree (workspace, run, id) WHERE (run IS NOT NULL);
CREATE INDEX score_of_session ON score USING btree (workspace, session_id, id) WHERE (session_id IS NOT NULL);
CREATE INDEX score_of_span ON score USING btree (workspace, trace_id, span_id, id) WHERE (span_id IS NOT NULL);

create table second_factor (
  user_id uuid not null,
  secret bytea not null,
  last_step bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table sign_in_attempt (
  key text not null,
  failures integer not null,
  ends_at timestamp with time zone not null,
  waits_until timestamp with time zone,
  PRIMARY KEY (key),
  CHECK ((failures >= 0))
);
CREATE INDEX sign_in_attempt_ended ON sign_in_attempt USING btree (ends_at);

create table span_day (
  workspace uuid not null,
  day date not null,
  spans bigint not null,
  bytes bigint default 0 not null,
  PRIMARY KEY (workspace, day)
) with (fillfactor=50);

create table storage_charge (
  workspace uuid not null,
  day date not null,
  bytes bigint not null,
  price numeric not null,
  amount bigint not null,
  PRIMARY KEY (workspace, day),
  CHECK (((amount)::numeric = LEAST(ceil((((bytes)::numeric * price) * 0.000000001)), ('9007199254740991'::bigint)::numeric))),
  CHECK ((bytes > 0)),
  CHECK ((price > (0)::numeric))
);

create table stored_bytes (
  workspace uuid not null,
  name text not null,
  bytes bigint not null,
  PRIMARY KEY (workspace, name),
  CHECK ((bytes >= 0)),
  CHECK ((name = ANY ('{stored_outputs,stored_content,stored_spans}'::text[])))
) with (fillfactor=50);

create table stored_output (
  workspace uuid not null,
  run uuid not null,
  bytes bigint not null,
  PRIMARY KEY (workspace, run),
  CHECK ((bytes >= 0))
);

create table synced_model (
  provider text not null,
  id text not null,
  model json not null,
  synced_at timestamp with time zone default now() not null,
  PRIMARY KEY (provider, id)
);

create table tool (
  id text not null,
  server text not null,
  seen_version text not null,
  approved_version text not null,
  seen_at timestamp(3) with time zone default now() not null,
  gone_at timestamp(3) with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (id, approved_version) REFERENCES tool_definition(tool, version),
  FOREIGN KEY (id, seen_version) REFERENCES tool_definition(tool, version)
);
CREATE INDEX tool_of_server ON tool USING btree (server);

create table tool_definition (
  tool text not null,
  version text not null,
  definition json not null,
  saved_at timestamp(3) with time zone default now() not null,
  approved_at timestamp(3) with time zone,
  PRIMARY KEY (tool, version)
);

create table tools_left_out (
  server text not null,
  left_out jsonb not null,
  noted_at timestamp(3) with time zone default now() not null,
  PRIMARY KEY (server)
);

create table traffic_day (
  workspace uuid not null,
  day date not null,
  received bigint not null,
  downloaded bigint default 0 not null,
  PRIMARY KEY (workspace, day)
) with (fillfactor=50);

create table usage_closed (
  workspace uuid not null,
  until timestamp with time zone not null,
  PRIMARY KEY (workspace)
);

create table usage_hour (
  workspace uuid not null,
  hour timestamp with time zone not null,
  kind text not null,
  subject text not null,
  api_key uuid not null,
  state text not null,
  error_code text not null,
  prompt_id text not null,
  prompt_version text not null,
  runs bigint not null,
  charged bigint not null,
  fee bigint not null,
  usage jsonb not null,
  latencies bytea not null,
  PRIMARY KEY (workspace, hour, kind, subject, api_key, state, error_code, prompt_id, prompt_version)
);
CREATE INDEX usage_hour_of_prompt ON usage_hour USING btree (workspace, prompt_id, hour) WHERE (prompt_id <> ''::text);

create table usage_hour_of_end_user (
  workspace uuid not null,
  hour timestamp with time zone not null,
  kind text not null,
  end_user_id text not null,
  state text not null,
  error_code text not null,
  runs bigint not null,
  charged bigint not null,
  fee bigint not null,
  usage jsonb not null,
  latencies bytea not null,
  PRIMARY KEY (workspace, hour, kind, end_user_id, state, error_code)
);

create table user_account (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (provider_id, account_id),
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  UNIQUE (user_id, provider_id)
);

create table user_session (
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  idle_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  user_agent text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK ((length(token_hash) = 32)),
  UNIQUE (token_hash),
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX user_session_of_user ON user_session USING btree (user_id);

create table user_verification (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (id)
);
CREATE INDEX user_verification_expired ON user_verification USING btree (expires_at);
CREATE INDEX user_verification_identifier ON user_verification USING btree (identifier);

create table webhook_delivery (
  id bigint generated always as identity not null,
  message uuid default gen_random_uuid() not null,
  workspace uuid not null,
  endpoint uuid not null,
  type text not null,
  run uuid,
  kind text,
  version integer,
  data json not null,
  created_at timestamp(3) with time zone default now() not null,
  due_at timestamp with time zone,
  is_resend boolean default false not null,
  attempts integer default 0 not null,
  last_attempt_at timestamp(3) with time zone,
  last_status smallint,
  last_error text,
  delivered_at timestamp(3) with time zone,
  service_span bytea,
  PRIMARY KEY (id),
  UNIQUE (message),
  FOREIGN KEY (workspace, endpoint) REFERENCES webhook_endpoint(workspace, id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (endpoint, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_delivery_failed ON webhook_delivery USING btree (workspace, endpoint, id) WHERE ((due_at IS NULL) AND (delivered_at IS NULL));
CREATE INDEX webhook_delivery_in_order ON webhook_delivery USING btree (endpoint, run, version) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_delivery_of_endpoint ON webhook_delivery USING btree (workspace, endpoint, id);
CREATE INDEX webhook_delivery_under_way ON webhook_delivery USING btree (endpoint, last_attempt_at) WHERE ((due_at IS NOT NULL) AND (last_attempt_at IS NOT NULL) AND (last_status IS NULL) AND (last_error IS NULL));

create table webhook_endpoint (
  workspace uuid not null,
  id uuid not null,
  url text not null,
  description text default ''::text not null,
  event_types text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  created_by uuid,
  last_delivered_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  PRIMARY KEY (workspace, id),
  CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  CHECK ((disabled_reason = ANY (ARRAY['by_user'::text, 'gone'::text, 'failing'::text]))),
  UNIQUE (id)
);

create table witness (
  id uuid not null,
  count bigint not null,
  seen_at timestamp with time zone default now() not null,
  timeline integer,
  is_synchronous boolean default false not null,
  PRIMARY KEY (id)
) with (fillfactor=50);

create table witness_lane (
  witness uuid not null,
  lane integer not null,
  count bigint not null,
  is_lost boolean default false not null,
  PRIMARY KEY (witness, lane)
) with (fillfactor=50, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0, vacuum_truncate=off);

create table worker (
  id uuid not null,
  started_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone not null,
  PRIMARY KEY (id)
) with (fillfactor=50);

create table workspace (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  member_scopes text[] default '{models:read,models:run}'::text[] not null,
  low_balance_amount bigint,
  content_days integer,
  PRIMARY KEY (id),
  CHECK (((content_days >= 1) AND (content_days <= 36500))),
  CHECK (((low_balance_amount >= 0) AND (low_balance_amount <= '9007199254740991'::bigint))),
  CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  UNIQUE (name)
);

create view model_run as
 SELECT workspace,
    id,
    api_key,
    account,
    idempotency_key,
    ( SELECT k.request_hash
           FROM request_key k
          WHERE ((k.workspace = r.workspace) AND (k.operation = 'model_run'::text) AND (k.idempotency_key = r.idempotency_key))) AS request_hash,
    ( SELECT k.hash_version
           FROM request_key k
          WHERE ((k.workspace = r.workspace) AND (k.operation = 'model_run'::text) AND (k.idempotency_key = r.idempotency_key))) AS hash_version,
    subject AS model,
    provider,
    state,
    attempt,
    version,
    terms,
    currency,
    scale,
    fee_basis_points,
    reserved_amount,
    provider_amount,
    list_amount,
    fee_amount,
    charged_amount,
    absorbed_amount,
    (((facts -> 'usage'::text) ->> 'promptTokens'::text))::bigint AS prompt_tokens,
    (((facts -> 'usage'::text) ->> 'completionTokens'::text))::bigint AS completion_tokens,
    (((facts -> 'usage'::text) ->> 'cachedPromptTokens'::text))::bigint AS cached_prompt_tokens,
    (((facts -> 'usage'::text) ->> 'reasoningTokens'::text))::bigint AS reasoning_tokens,
    (facts ->> 'finishReason'::text) AS finish_reason,
    error,
    provider_reference,
    deadline,
    settle_deadline,
    unknown_reason,
    look_ups,
    last_looked_up_at,
    next_check_at,
    session_id,
    end_user_id,
    prompt_id,
    prompt_version,
    traceparent,
    created_at,
    updated_at,
    finished_at,
    history,
    queue_reason,
    next_attempt_at
   FROM run r
  WHERE (kind = 'model_run'::text);

create view model_run_payload as
 SELECT workspace,
    run,
    request,
    response
   FROM run_payload;

-- Functions

-- admit_model_runs(input json, requests text[], max_pending integer) returns TABLE(ord integer, outcome text, run uuid, existing_hash bytea, existing_hash_version smallint, payer uuid, payer_available bigint, saved_at timestamp with time zone)
-- admit_runs_1(input json, requests text[], max_pending integer, new_claim uuid, by_worker uuid) returns TABLE(ord integer, outcome text, run uuid, existing_hash bytea, existing_hash_version smallint, payer uuid, payer_available bigint, saved_at timestamp with time zone, claimed boolean, reached json, trace uuid) set lock_timeout=250ms, plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- advance_model_runs(input json, responses text[]) returns TABLE(ord integer, applied boolean)
-- advance_runs_1(input json, answers text[]) returns TABLE(ord integer, applied boolean, version integer, saved_at timestamp with time zone, left_state text, since timestamp with time zone, kind text) set lock_timeout=250ms, plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- begin_look_ups_1(due uuid[], hide_ms integer) returns SETOF due_look_up_1 set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- begin_spending_1(of_workspace uuid, of_keys uuid[], new_spender uuid) returns void set plan_cache_mode=force_custom_plan
-- broadcast_runs_1(ids uuid[], spaces uuid[]) returns void
-- cancel_run_1(of_workspace uuid, only_run uuid) returns TABLE(is_unsent boolean) set lock_timeout=2s
-- carry_limits_1() returns trigger
-- check_alerts_1(sends_mail boolean) returns integer set plan_cache_mode=force_custom_plan
-- claim_broadcasts_1(at_most integer, hide_ms integer, as_claim uuid, held_by uuid[], held integer[]) returns TABLE(id uuid, workspace uuid, url text, encoding text, compression text, headers json, include_content boolean, attempts integer, batch_limit integer, claim uuid) set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- claim_deliveries_1(at_most integer, at_once integer, hide_ms integer, held_by uuid[], held integer[]) returns TABLE(id bigint, message uuid, workspace uuid, endpoint uuid, type text, run uuid, kind text, version integer, data json, created_at timestamp with time zone, attempts integer, url text, secret text, previous_secret text, service_span bytea) set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- claim_look_up(only_run uuid, hide_ms integer, fresh_ms integer) returns SETOF look_up
-- claim_look_up_1(only_run uuid, hide_ms integer, fresh_ms integer, from_queue text) returns SETOF due_look_up_1 set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- claim_look_ups(at_most integer, hide_ms integer, providers text[], counts integer[], resting text[], full_ones text[]) returns SETOF look_up
-- claim_look_ups_1(at_most integer, hide_ms integer, kinds text[], queues text[], counts integer[], resting text[], full_ones text[]) returns SETOF due_look_up_1 set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- claim_model_runs(for_provider text, at_most integer, new_claim uuid, by_worker uuid, free_slots integer, held_by uuid[], held integer[]) returns TABLE(workspace uuid, id uuid, attempt integer, terms json, fee_basis_points integer, scale smallint, reserved_amount bigint, traceparent text, session_id text, end_user_id text, request text)
-- claim_runs_1(from_queue text, at_most integer, new_claim uuid, by_worker uuid, free_slots integer, held_by uuid[], held integer[], into_queue text) returns TABLE(workspace uuid, id uuid, attempt integer, terms json, fee_basis_points integer, scale smallint, reserved_amount bigint, traceparent text, session_id text, end_user_id text, request text) set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_bitmapscan=off, enable_hashjoin=off, enable_mergejoin=off
-- claim_runs_2(from_queue text, at_most integer, new_claim uuid, by_worker uuid, free_slots integer, held_by uuid[], held integer[], into_queue text, most_in_flight integer) returns TABLE(workspace uuid, id uuid, attempt integer, terms json, fee_basis_points integer, scale smallint, reserved_amount bigint, traceparent text, session_id text, end_user_id text, request text, subject text, service_span bytea, waited_since timestamp with time zone, claimed_at timestamp with time zone) set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_bitmapscan=off, enable_hashjoin=off, enable_mergejoin=off
-- close_balances_1(at_most integer) returns boolean security definer set plan_cache_mode=force_custom_plan, search_path=public, pg_temp
-- close_usage_1(at_most integer, settling interval, most_runs integer, longest interval) returns integer set plan_cache_mode=force_custom_plan
-- count_lane_2(of_witness uuid, in_lane integer, known bigint, refuses boolean) returns bigint
-- count_latency_bytes_1(of_workspace uuid, from_time timestamp with time zone, to_time timestamp with time zone, source text) returns bigint set plan_cache_mode=force_custom_plan
-- count_metric_rows_1(of_workspace uuid, from_time timestamp with time zone, to_time timestamp with time zone, source text, at_most integer) returns integer set plan_cache_mode=force_custom_plan
-- count_stored_1(at_most integer, settling interval, longest interval) returns boolean set plan_cache_mode=force_custom_plan
-- database_place() returns text
-- entry_bound_1(at_time timestamp with time zone, slack interval) returns bigint
-- give_up_broadcasts_1(older_than_ms bigint, at_most integer, under_way integer) returns integer set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- history_1() returns text
-- keep_payload_months_1(ahead integer, today date) returns TABLE(made integer, dropped integer) security definer set lock_timeout=200ms, plan_cache_mode=force_custom_plan, search_path=public, pg_temp
-- keep_span_days_1(reach integer, ahead integer, retention integer, today date) returns TABLE(made integer, dropped integer) security definer set lock_timeout=1s, plan_cache_mode=force_custom_plan, search_path=public, pg_temp
-- latency_counts_1(latencies bytea) returns TABLE(bucket integer, runs bigint)
-- may_claim_1(by_worker uuid) returns boolean set plan_cache_mode=force_generic_plan, enable_seqscan=off
-- may_end_early_1(of_workspace uuid, only_run uuid, most bigint, loss_limit bigint) returns boolean
-- metric_rows_1(of_workspace uuid, from_time timestamp with time zone, to_time timestamp with time zone) returns TABLE(hour timestamp with time zone, kind text, subject text, api_key uuid, end_user_id text, session_id text, metadata json, state text, error_code text, prompt_id text, prompt_version text, runs bigint, charged bigint, usage jsonb, latencies bytea) set plan_cache_mode=force_custom_plan
-- note_run_state_1() returns trigger
-- outboxes_as_wallet() returns trigger
-- payload_months_1() returns TABLE(name text, low uuid, high uuid)
-- read_runs_1(workspaces uuid[], ids uuid[], fresh_ms integer) returns TABLE(ord integer, workspace uuid, id uuid, kind text, api_key uuid, idempotency_key text, subject text, provider text, provider_reference text, state text, version integer, currency text, scale smallint, fee_basis_points integer, reserved_amount bigint, provider_amount bigint, list_amount bigint, fee_amount bigint, charged_amount bigint, absorbed_amount bigint, facts json, error json, settle_deadline timestamp with time zone, unknown_reason text, look_ups integer, last_looked_up_at timestamp with time zone, next_check_at timestamp with time zone, attempt integer, deadline timestamp with time zone, queue_reason text, next_attempt_at timestamp with time zone, session_id text, end_user_id text, prompt_id text, prompt_version text, metadata json, created_at timestamp with time zone, updated_at timestamp with time zone, finished_at timestamp with time zone, cancel_requested_at timestamp with time zone, subject_version text, progress json, parent_run text, parent_call text, trace uuid, content_purged_at timestamp with time zone, response text, look_up_due_in_ms double precision, look_up_open_in_ms double precision) set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- refuse_change() returns trigger
-- run_id_bound_1(moment timestamp with time zone) returns uuid
-- save_broadcast_1(of_destination uuid, of_claim uuid, sent bigint[], delivered integer, status integer, error text, is_taken boolean, is_gone boolean, next_in_ms bigint, next_limit integer, disable_after_ms bigint) returns text
-- save_delivery_1(of_delivery bigint, of_attempt integer, status integer, error text, is_delivered boolean, is_gone boolean, next_in_ms bigint, disable_after_ms bigint) returns text
-- save_progress_1(workspaces uuid[], ids uuid[], attempts integer[], told json[]) returns SETOF uuid set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- save_references_1(workspaces uuid[], ids uuid[], attempts integer[], provider_references text[]) returns void set plan_cache_mode=force_generic_plan, enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off
-- save_spans_1(of_workspace uuid, of_day date, most bigint, most_bytes bigint, input json) returns integer set plan_cache_mode=force_generic_plan
-- tell_of_low_balances_1() returns void
-- tell_of_runs_1(ids uuid[], spaces uuid[]) returns void
-- usage_by_hour_1(of_workspace uuid, from_time timestamp with time zone, to_time timestamp with time zone, by_end_user boolean) returns TABLE(hour timestamp with time zone, kind text, subject text, api_key uuid, end_user_id text, state text, error_code text, prompt_id text, prompt_version text, runs bigint, charged bigint, fee bigint, usage jsonb, latencies bytea) set plan_cache_mode=force_custom_plan
-- usage_of_end_user_1(of_workspace uuid, of_end_user text, from_time timestamp with time zone, to_time timestamp with time zone) returns TABLE(hour timestamp with time zone, kind text, subject text, api_key uuid, end_user_id text, state text, error_code text, prompt_id text, prompt_version text, runs bigint, charged bigint, fee bigint, usage jsonb, latencies bytea) set work_mem=32MB, enable_nestloop=off, jit=off
-- usage_of_prompt_1(of_workspace uuid, of_kind text, of_prompt text, from_time timestamp with time zone, to_time timestamp with time zone) returns TABLE(prompt_version text, state text, runs bigint, charged bigint, prompt_tokens bigint, completion_tokens bigint, latencies bytea) set plan_cache_mode=force_custom_plan
-- usage_of_runs_1(of_workspace uuid, from_time timestamp with time zone, to_time timestamp with time zone, by_end_user boolean) returns TABLE(hour timestamp with time zone, kind text, subject text, api_key uuid, end_user_id text, state text, error_code text, prompt_id text, prompt_version text, runs bigint, charged bigint, fee bigint, usage jsonb, latencies bytea) set work_mem=32MB, enable_nestloop=off, jit=off
