-- concurrently
-- The tables stay in use meanwhile.
alter table run validate constraint run_amounts;
alter table run validate constraint run_states;
alter table ledger_entry validate constraint ledger_entry_moves;
alter table ledger_entry validate constraint ledger_entry_references;
