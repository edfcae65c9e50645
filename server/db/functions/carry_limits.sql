-- Copies the limits and models of a key to its replacement, if the process that rotates it does not know them.
create function carry_limits_1() returns trigger language plpgsql as $$
begin
  update api_key k set
    spender = new.spender, day_limit = new.day_limit, month_limit = new.month_limit, models = new.models
  where k.id = new.rotated_to and k.spender is null and k.models is null;
  return null;
end $$;
