-- concurrently
-- Behind the change: what is there is looked at while it is used.
alter table ledger_entry validate constraint ledger_entry_moves;
