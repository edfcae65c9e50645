-- with the next one
-- When somebody asked first that the run be cancelled. From then on no claim takes it.
alter table run add column cancel_requested_at timestamptz(3);

-- Submissions whose connection was closed because their run was cancelled. Until the run has ended, `at_most` is what the
-- deployment may lose by it.
create table early_end (
  workspace uuid not null,
  run       uuid not null,
  at_most   bigint not null check (at_most >= 0),
  ended_at  timestamptz not null default now(),
  primary key (workspace, run)
);
create index early_end_of_late on early_end (workspace, ended_at);
