-- The spans that programs send, as `client_span` in PostgreSQL has them. In the order of a list, because a part of it that is in
-- no order would be read whole; traces, sessions and end users are found by filters over blocks of it.
-- The same span that comes again has the same key. Of those with one key the first that was received stays: merges keep the
-- highest seniority, and reads say FINAL.
-- A part is on the disk when its insert is acknowledged.
create table if not exists client_span (
  workspace        UUID,
  started_at       DateTime64(6, 'UTC'),
  span             UInt64,
  trace            UUID,
  parent_span      Nullable(UInt64),
  -- Nanoseconds.
  duration         UInt64,
  name             String,
  kind             LowCardinality(String),
  status           LowCardinality(String),
  status_message   Nullable(String),
  service          LowCardinality(Nullable(String)),
  operation        LowCardinality(Nullable(String)),
  model            LowCardinality(Nullable(String)),
  tool             LowCardinality(Nullable(String)),
  input_tokens     Nullable(Int64),
  output_tokens    Nullable(Int64),
  cached_tokens    Nullable(Int64),
  reasoning_tokens Nullable(Int64),
  reported_cost    Nullable(Decimal(38, 12)),
  session_id       Nullable(String),
  end_user_id      Nullable(String),
  input            Nullable(String) codec(ZSTD(3)),
  output           Nullable(String) codec(ZSTD(3)),
  -- JSON, as text: nothing looks into it.
  attributes       String codec(ZSTD(3)),
  events           Nullable(String) codec(ZSTD(3)),
  truncated        Bool,
  received_at      DateTime64(6, 'UTC') default now64(6),
  seniority        UInt64 materialized 9000000000000000 - toUnixTimestamp64Micro(received_at),
  index by_trace trace type bloom_filter(0.001) granularity 1,
  index by_session session_id type bloom_filter(0.001) granularity 1,
  index by_end_user end_user_id type bloom_filter(0.001) granularity 1
)
engine = ReplacingMergeTree(seniority)
partition by toDate(started_at)
order by (workspace, started_at, span, trace)
settings fsync_after_insert = 1, fsync_part_directory = 1;
