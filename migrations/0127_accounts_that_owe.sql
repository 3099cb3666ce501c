-- The owner of an account that owes has to repay the bank first: until then money comes in and does not leave.
alter table ledger.accounts add column owes boolean not null default false;
create index accounts_owing on ledger.accounts (user_uuid, environment) where owes;

-- How much of a returned collection was taken back from the accounts of its owner.
alter table payment_rails.payments add column recovered_units numeric(38, 0) not null default 0
  check (recovered_units >= 0 and recovered_units <= units);

drop function ledger.open_books(uuid[], text[]);

-- Locks balances, in the same order everywhere, and loads their accounts. Balances that are missing are made first: the
-- share lock orders that against a change of the account.
create function ledger.open_books(ids uuid[], assets text[])
returns table (
  id uuid, environment text, user_uuid uuid, manager_uuid uuid, tenant_uuid uuid, code text, status text,
  quarantine text, owes boolean, asset text, units numeric, held numeric, overdraft numeric, seq bigint,
  version bigint, moved_ms float8)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  if exists (
    select from unnest(ids, assets) as wanted (account_id, asset)
    where not exists (
      select from ledger.balances b where b.account_id = wanted.account_id and b.asset = wanted.asset)) then
    with account as (
      select a.id, a.code from ledger.accounts a where a.id = any(ids) order by a.id for share)
    insert into ledger.balances (account_id, asset, overdraft)
    select account.id, wanted.asset, case when account.code is null then 0 end
    from unnest(ids, assets) as wanted (id, asset) join account on account.id = wanted.id
    order by account.id, wanted.asset
    on conflict do nothing;
  end if;
  perform 1 from ledger.balances b
  where (b.account_id, b.asset) in (select * from unnest(ids, assets))
  order by b.account_id, b.asset for update;
  return query
    select a.id, a.environment, a.user_uuid, a.manager_uuid, a.tenant_uuid, a.code, a.status, a.quarantine, a.owes,
      b.asset, b.units, b.held, b.overdraft, b.seq, b.version,
      case when b.moved_at > '-infinity' then extract(epoch from b.moved_at)::float8 * 1000 end
    from (select distinct one from unnest(ids) as one) wanted
    join ledger.accounts a on a.id = wanted.one
    left join ledger.balances b on b.account_id = a.id;
end $$;
