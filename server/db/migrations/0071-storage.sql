-- What the stored bytes of a workspace cost for a UTC day, written in the transaction of its entries. A day without a row
-- was not counted, and costs nothing.
create table storage_charge (
  workspace uuid not null,
  day date not null,
  bytes bigint not null check (bytes > 0),
  -- Of a gigabyte, in units.
  price numeric not null check (price > 0),
  amount bigint not null,
  primary key (workspace, day),
  -- Rounded up once.
  constraint storage_charge_amount check (amount = least(ceil(bytes * price * 0.000000001), 9007199254740991))
);

-- What stored bytes cost is held and charged at once. The day is its reference, so it is charged once.
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
      storage held storage,
      loss external provider,
      loss external storage}')) not valid,
  drop constraint ledger_entry_references,
  add constraint ledger_entry_references check (
    (run is null) = (external_reference is not null)
    and case
      when run is null then kind = any ('{top_up,transfer_out,transfer_in,hold,storage,loss}')
      else kind <> all ('{top_up,transfer_out,transfer_in,storage}')
    end) not valid;
