-- What customers know of their accounts; the money and whether it may move is the ledger's.

create schema accounts;

create table accounts.accounts (
  uuid uuid primary key references ledger.accounts,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  -- Who opened it for a customer of their own, and looks after it.
  manager_uuid uuid,
  name text not null check (char_length(name) between 1 and 255),
  type text not null default 'personal' check (type in ('personal', 'business', 'savings', 'checking',
    'investment', 'trading', 'escrow', 'loan')),
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz
);
create index accounts_user on accounts.accounts (user_uuid, created_at desc) where closed_at is null;
create index accounts_manager on accounts.accounts (manager_uuid, created_at desc)
  where closed_at is null and manager_uuid is not null;

-- Why an account was frozen, unfrozen or closed, and on whose word.
create table accounts.status_changes (
  id uuid primary key,
  account_uuid uuid not null references accounts.accounts,
  status text not null check (status in ('active', 'frozen', 'closed')),
  reason text,
  authorized_by text,
  user_uuid uuid,
  created_at timestamptz not null
);
create index status_changes_account on accounts.status_changes (account_uuid, created_at);
create trigger status_changes_append_only before update or delete on accounts.status_changes
  for each row execute function platform.refuse_change();
