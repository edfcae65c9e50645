-- Increments the count of a lane of a process, as the last statement of a transaction whose result the process then
-- learns. `known` is the count that the process knows the lane reached: if the row has less, a commit is missing.
create function count_lane_1(of_witness uuid, in_lane integer, known bigint) returns bigint language plpgsql as $$
declare
  reached bigint;
begin
  update witness_lane w set count = w.count + 1, is_lost = w.is_lost or w.count < known
  where w.witness = of_witness and w.lane = in_lane
  returning w.count into reached;
  if not found then
    insert into witness_lane (witness, lane, count, is_lost) values (of_witness, in_lane, 1, known > 0)
    returning count into reached;
  end if;
  return reached;
end $$;
