-- What operators need to find people and their accounts, and to suspend a person.

-- Finds parts of names and addresses by an index. It comes with PostgreSQL, and the owner of a database may add it.
create extension if not exists pg_trgm;

-- A suspended person cannot sign in, and none of their credentials works until an operator reinstates them.
alter table identity.users
  add column status text not null default 'active' check (status in ('active', 'suspended')),
  -- Operators are made and ended at the command line, so that one of them cannot lock the others out.
  add constraint users_operator_not_suspended check (status = 'active' or not 'admin' = any(roles));
create index users_newest on identity.users (created_at desc, uuid desc);
create index users_suspended on identity.users (created_at desc, uuid desc) where status = 'suspended';
create index users_search on identity.users
  using gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops);

-- Why a person was suspended or reinstated, and by whom. The person reads the reason; the note is for operators.
create table identity.status_changes (
  id uuid primary key,
  user_uuid uuid not null references identity.users,
  status text not null check (status in ('active', 'suspended')),
  reason text not null,
  note text,
  changed_by uuid not null,
  created_at timestamptz not null
);
create index status_changes_user on identity.status_changes (user_uuid, created_at);
create trigger status_changes_append_only before update or delete on identity.status_changes
  for each row execute function platform.refuse_change();

-- What an operator notes for other operators; the customer reads the reason only.
alter table accounts.status_changes add column note text;
create index accounts_newest on accounts.accounts (environment, created_at desc, uuid desc);
create index accounts_frozen on accounts.accounts (environment, created_at desc, uuid desc)
  where frozen_by is not null;
create index accounts_closed on accounts.accounts (environment, created_at desc, uuid desc)
  where closed_at is not null;
create index accounts_search on accounts.accounts using gin (lower(name) gin_trgm_ops);
-- With closed ones, which the index of open accounts leaves out.
create index accounts_owner on accounts.accounts (user_uuid, created_at desc, uuid desc);

-- Neither column ever changes, so updates of a balance stay HOT.
create index balances_asset on ledger.balances (asset, account_id);
create index accounts_tenant on ledger.accounts (tenant_uuid) where tenant_uuid is not null;

-- For the list of all partners' tenants.
create index tenants_newest on partners.tenants (environment, created_at desc, uuid desc);
