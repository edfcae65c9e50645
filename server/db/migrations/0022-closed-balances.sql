-- with the next one
-- What the entries of each account add up to, up to one entry of the ledger, so that nobody adds up all entries.
-- Written by close_balances alone, with the rights of the owner: the role that the service works as can change a
-- closed balance as little as an entry.
create table closed_balance (
  workspace uuid not null,
  account   uuid not null,
  available bigint not null,
  held      bigint not null,
  spent     bigint not null,
  primary key (workspace, account)
) with (fillfactor = 50);

-- Every entry up to `until` is in the balances above. Those up to `horizon` come next, once the transactions of
-- `waits_for` have ended, each of which may still commit one of them.
create table ledger_closed (
  only_row  boolean primary key default true check (only_row),
  until     bigint not null default 0,
  horizon   bigint not null default 0,
  waits_for text[] not null default '{}'
);

insert into ledger_closed default values;
