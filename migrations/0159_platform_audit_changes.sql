-- The audit trail says how the caller was authenticated and by which connected app, what a change was made to where the
-- path has a name instead of a uuid, and which fields it changed, as [{field, before, after}]; null if the operation does
-- not compare. Operators ask for the changes by one agent, newest first.
alter table platform.audit
  add column credential_kind text,
  add column client_name text,
  add column target_name text,
  add column changes jsonb;
create index audit_agent on platform.audit (agent_uuid, id) where agent_uuid is not null;
