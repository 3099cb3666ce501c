-- The audit trail also says what a change was made to, and whether an operator made it. Its ids are ordered by time,
-- so every list of it is read along one of these indexes, the newest first.
alter table platform.audit
  add column target_uuid uuid,
  add column by_operator boolean not null default false;
drop index platform.audit_user;
create index audit_environment on platform.audit (environment, id);
create index audit_user on platform.audit (user_uuid, id);
create index audit_operation on platform.audit (environment, operation, id);
create index audit_target on platform.audit (target_uuid, id) where target_uuid is not null;
create index audit_by_operator on platform.audit (environment, id) where by_operator;
