-- What is left out of a server's list of tools, and why. A server whose whole list is of use has no row.
create table tools_left_out (
  server    text primary key,
  -- Objects with a reason, and the name of the tool if it is about one.
  left_out  jsonb not null,
  noted_at  timestamptz(3) not null default now()
);
