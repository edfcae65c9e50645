-- See 0059. An entry has a run or an external reference, as its kind says.
alter table ledger_entry
  drop constraint ledger_entry_moves,
  add constraint ledger_entry_moves check (
    kind || ' ' || debit_bucket || ' ' || credit_bucket = any ('{
      top_up external available,
      transfer_out available transit,
      transfer_in transit available,
      hold available held,
      capture_provider held provider,
      capture_fee held fee,
      release held available,
      loss external provider}')) not valid,
  add constraint ledger_entry_references check (
    (run is null) = (external_reference is not null)
    and (run is null) = (kind = any ('{top_up,transfer_out,transfer_in}'))) not valid,
  drop constraint ledger_entry_check1,
  drop constraint ledger_entry_check2;
