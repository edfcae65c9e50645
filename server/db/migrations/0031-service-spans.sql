-- with the next one
-- The service span that a run was created in, for the processes that go on with it: the 25 bytes of a traceparent, which are
-- the trace, the span and the flags. Null where nobody collects service spans: then neither row is larger than before. Not to
-- be taken for `trace` and `parent_span`, which are those of the caller.
alter table run add column service_span bytea;
alter table webhook_delivery add column service_span bytea;
