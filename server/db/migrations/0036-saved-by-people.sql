-- with the next one
-- People save versions of prompts and scores in the dashboard. What a person saved has no key.
alter table prompt_version add column person uuid;
alter table prompt_version add check (api_key is null or person is null);
alter table score add column person uuid;
alter table score alter column api_key drop not null;
alter table score add check (num_nonnulls(api_key, person) = 1);
