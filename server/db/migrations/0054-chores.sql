-- What workers do again and again beside the runs, such as purging: who does it now, and how it went. A row appears with the
-- first turn. A version that gives up a chore deletes its row, because a chore that has not succeeded for long is told.
create table chore (
  name         text primary key,
  since        timestamptz not null default now(),
  every_ms     integer not null,
  -- The turn that is under way, or was last.
  turn         uuid not null,
  began_at     timestamptz not null default now(),
  -- Nobody else begins before that; null once the turn has ended.
  taken_until  timestamptz,
  -- Of the last turn that ended.
  duration_ms  integer,
  succeeded_at timestamptz,
  -- Of those that failed since.
  failures     integer not null default 0,
  failed_at    timestamptz,
  failure      text
) with (fillfactor = 50);
