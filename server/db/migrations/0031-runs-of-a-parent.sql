-- The runs that one run wanted, newest first. Few runs have a parent, so the index holds those alone.
create index run_of_parent on run (parent_run, workspace, id) where parent_run is not null;
