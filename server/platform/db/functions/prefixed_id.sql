-- The id that users see of a UUID: the prefix, and 26 digits of five bits each, as `uuidToId` in `platform/lib/ids.ts` makes it.
create function prefixed_id(prefix text, id uuid) returns text language sql immutable strict as $$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', substring(b.bits from i * 5 + 1 for 5)::bit(5)::integer + 1, 1), '' order by i)
  from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) b, generate_series(0, 25) i;
$$;
