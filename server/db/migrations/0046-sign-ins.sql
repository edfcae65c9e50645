-- What people did that concerns no single workspace, such as signing in, by who did it: the audit trail of a workspace has the
-- sign-ins of its members.
create index audit_event_of_person on audit_event (actor, id) where workspace is null and actor is not null;
