-- concurrently
-- The table stays in use meanwhile.
alter table ledger_entry validate constraint ledger_entry_moves;
alter table ledger_entry validate constraint ledger_entry_references;
