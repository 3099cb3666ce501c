-- What each account was opened as, in a row that is never changed. The prover compares the account with
-- it: nothing that happens to an account later makes it somebody else's or moves it to another environment.

create table ledger.openings (
  account_id uuid primary key,
  environment text not null,
  user_uuid uuid,
  manager_uuid uuid,
  code text,
  opened_at timestamptz not null
);

insert into ledger.openings (account_id, environment, user_uuid, manager_uuid, code, opened_at)
select id, environment, user_uuid, manager_uuid, code, created_at from ledger.accounts;

create trigger openings_append_only before update or delete on ledger.openings
  for each row execute function platform.refuse_change();
create trigger openings_not_truncated before truncate on ledger.openings
  for each statement execute function platform.refuse_change();

-- The statement that opens an account records it, so that no way of opening one can forget to.
create function ledger.record_opening() returns trigger language plpgsql as $$
begin
  insert into ledger.openings (account_id, environment, user_uuid, manager_uuid, code, opened_at)
  values (new.id, new.environment, new.user_uuid, new.manager_uuid, new.code, new.created_at);
  return null;
end $$;
create trigger accounts_opened after insert on ledger.accounts
  for each row execute function ledger.record_opening();

-- The balances of the bank, and those of customers that somebody gave an overdraft. It has no column that
-- a movement of money changes, so that updates stay HOT.
create index balances_overdraft on ledger.balances (account_id, asset) where overdraft is distinct from 0;

-- How far the prover has come with looking at all accounts again, and at all moves it had verified.
alter table ledger.prover
  add column tour_account uuid not null default '00000000-0000-0000-0000-000000000000',
  add column tour_position bigint not null default 0;
