-- with the next one
-- Which form of its subject a run is of, how far it is, as its provider tells while it works, and of which call of which
-- run it is the answer. Processes of the version before know none of these, and save none.
alter table run add column subject_version text;
alter table run add column progress json;
alter table run add column parent_run text;
alter table run add column parent_call text;
