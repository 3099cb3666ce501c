-- Many accounts are opened by one statement, so the record of their openings is one statement too. As before,
-- the statement that opens an account records it, so that no way of opening one can forget to.

create function ledger.record_openings() returns trigger language plpgsql as $$
begin
  insert into ledger.openings (account_id, environment, user_uuid, manager_uuid, tenant_uuid, code, opened_at)
  select id, environment, user_uuid, manager_uuid, tenant_uuid, code, created_at from opened;
  return null;
end $$;

drop trigger accounts_opened on ledger.accounts;
create trigger accounts_opened after insert on ledger.accounts
  referencing new table as opened
  for each statement execute function ledger.record_openings();

drop function ledger.record_opening();
