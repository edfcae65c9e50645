-- PostgreSQL has two ways to compress requests and answers. 0024 and 0044 chose lz4 where the server has it. pglz, which
-- every server has, takes 3 ms of processor time for 100 kB: more than all else that such a run costs the database. So a
-- server without lz4 saves them as they are, in all partitions. What is saved already stays compressed.
do $$ begin
  if not exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    alter table run_payload alter column request set storage external, alter column response set storage external;
  end if;
end $$;
