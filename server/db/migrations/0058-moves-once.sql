-- ledger_entry_moves says the same.
alter table ledger_entry drop constraint ledger_entry_check;
