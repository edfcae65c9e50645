-- The moves that there are, as a list of words: a statement reads the checks of its table anew, and the list that was made of
-- rows became two dozen comparisons, half of what such a statement begins with.
alter table ledger_entry add constraint ledger_entry_moves check (kind || ' ' || debit_bucket || ' ' || credit_bucket in (
  'top_up external available',
  'transfer_out available transit',
  'transfer_in transit available',
  'hold available held',
  'capture_provider held provider',
  'capture_fee held fee',
  'release held available',
  'loss external provider')) not valid;
