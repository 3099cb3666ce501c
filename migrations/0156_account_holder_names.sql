-- The name under which the holder of an account is known to its counterparties, so that both parties of a payment can be
-- named without a second query. For the customer of a manager, whom the bank does not know, it is the name of the
-- manager. In the sandbox it is the first name and an initial.
alter table ledger.accounts add column holder_name text;

-- A job fills the names of existing accounts in batches, so that no node waits for the rows of all accounts at once. It
-- finds them, and those that nodes of the previous version open meanwhile, by this index.
create index accounts_nameless on ledger.accounts (environment, id) where holder_name is null and code is null;

drop function ledger.open_books(uuid[], text[]);

-- Locks balances, in the same order everywhere, and loads their accounts. Balances that are missing are made first: the
-- share lock orders that against a change of the account.
create function ledger.open_books(ids uuid[], assets text[])
returns table (
  id uuid, environment text, user_uuid uuid, manager_uuid uuid, tenant_uuid uuid, holder_name text, code text,
  status text, quarantine text, owes boolean, asset text, units numeric, held numeric, overdraft numeric, seq bigint,
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
    select a.id, a.environment, a.user_uuid, a.manager_uuid, a.tenant_uuid, a.holder_name, a.code, a.status,
      a.quarantine, a.owes, b.asset, b.units, b.held, b.overdraft, b.seq, b.version,
      case when b.moved_at > '-infinity' then extract(epoch from b.moved_at)::float8 * 1000 end
    from (select distinct one from unnest(ids) as one) wanted
    join ledger.accounts a on a.id = wanted.one
    left join ledger.balances b on b.account_id = a.id;
end $$;
