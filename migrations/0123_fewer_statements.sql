-- What most commands ask of the database, in one statement each: every statement costs a way to the database and back.

-- Locks the slot of an idempotency key until the transaction ends and finds the reply in it. The reply is looked for
-- after locking, because whoever held the lock before may have stored one.
create function platform.open_slot(slot_caller text, slot_operation text, slot_key text)
returns table (locked boolean, input_hash bytea, reply bytea)
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(
    hashtextextended(slot_caller || '/' || slot_operation || '/' || slot_key, 0)) then
    return query select false, null::bytea, null::bytea;
    return;
  end if;
  return query
    select true, r.input_hash, r.reply from (values (1)) one (n)
    left join platform.replies r
      on r.caller = slot_caller and r.operation = slot_operation and r.key = slot_key;
end $$;

-- Locks balances, in the same order everywhere, and loads their accounts. Balances that are missing are made first: the
-- share lock orders that against a change of the account.
create function ledger.open_books(ids uuid[], assets text[])
returns table (
  id uuid, environment text, user_uuid uuid, manager_uuid uuid, tenant_uuid uuid, code text, status text,
  quarantine text, asset text, units numeric, held numeric, overdraft numeric, seq bigint, version bigint,
  moved_ms float8)
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
    select a.id, a.environment, a.user_uuid, a.manager_uuid, a.tenant_uuid, a.code, a.status, a.quarantine,
      b.asset, b.units, b.held, b.overdraft, b.seq, b.version,
      case when b.moved_at > '-infinity' then extract(epoch from b.moved_at)::float8 * 1000 end
    from (select distinct one from unnest(ids) as one) wanted
    join ledger.accounts a on a.id = wanted.one
    left join ledger.balances b on b.account_id = a.id;
end $$;
