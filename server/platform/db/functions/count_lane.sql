-- Increments the count of a lane of a process, as the last statement of a transaction whose result the process then
-- learns. `known` is the count that the process knows the lane reached: if the row has less, a commit is missing.
-- Returns null and counts nothing in a database that says itself that it is not the known one: what is acknowledged
-- there is no proof about the known one. `refuses`: where commits are provably missing, the transaction fails (MRS01).
create function count_lane(of_witness uuid, in_lane integer, known bigint, refuses boolean) returns bigint
language plpgsql as $$
declare
  history text := history();
  reached bigint;
  lost boolean;
begin
  if history = 'known' then
    update witness_lane w set count = w.count + 1, is_lost = w.is_lost or w.count < known
    where w.witness = of_witness and w.lane = in_lane
    returning w.count, w.is_lost into reached, lost;
    if not found then
      lost := known > 0;
      insert into witness_lane (witness, lane, count, is_lost) values (of_witness, in_lane, 1, lost)
      returning count into reached;
    end if;
  elsif history = 'promoted' and refuses then
    lost := known > coalesce(
      (select w.count from witness_lane w where w.witness = of_witness and w.lane = in_lane), 0);
  end if;
  if refuses and (history = 'other' or lost) then
    raise exception 'the database is not the known one, or lacks commits' using errcode = 'MRS01';
  end if;
  return reached;
end $$;
