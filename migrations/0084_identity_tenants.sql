-- Customers of a partner's tenant. Whoever belongs to no tenant is a customer of the bank itself. A tenant is for
-- life: nothing that a tenant's customer made could follow them to another one.

alter table identity.users add column tenant_uuid uuid;
-- One person, one address within a tenant: another tenant's customers must not show through a taken address.
drop index identity.users_email;
create unique index users_email
  on identity.users (lower(email), coalesce(tenant_uuid, '00000000-0000-0000-0000-000000000000'));
create index users_tenant on identity.users (tenant_uuid) where tenant_uuid is not null;
-- Operators run the whole bank, so nobody of a tenant can be one.
alter table identity.users
  add constraint users_operator_of_the_bank check (tenant_uuid is null or not 'admin' = any(roles));

-- The tenant of an account is that of its owner, or of the manager of an owner whom the bank does not know.
alter table ledger.accounts
  add column tenant_uuid uuid,
  add constraint accounts_tenant_of_customer check (code is null or tenant_uuid is null);
alter table ledger.openings add column tenant_uuid uuid;
create or replace function ledger.record_opening() returns trigger language plpgsql as $$
begin
  insert into ledger.openings (account_id, environment, user_uuid, manager_uuid, tenant_uuid, code, opened_at)
  values (new.id, new.environment, new.user_uuid, new.manager_uuid, new.tenant_uuid, new.code, new.created_at);
  return null;
end $$;

-- The tenant of an agent is that of its owner.
alter table agents.agents add column tenant_uuid uuid;
drop index agents.agents_newest;
create index agents_newest
  on agents.agents (environment, tenant_uuid, status, created_at desc, uuid desc);
