-- The event log of one person is read along indexes, so that it costs what it shows, however much others do.

-- The number of the last move of a balance before a position of the log. Numbers and positions grow together, so it
-- is found by halving.
create function ledger.seq_before(of_account uuid, of_asset text, place bigint)
returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  middle_position bigint;
begin
  if place <= 1 then return 0; end if;
  select b.seq into high
  from ledger.balances b where b.account_id = of_account and b.asset = of_asset;
  if high is null then return 0; end if;
  while low < high loop
    middle := (low + high + 1) / 2;
    select found.position into middle_position from (
      select m.position from ledger.moves m
      where m.from_account = of_account and m.asset = of_asset and m.from_seq = middle
      union all
      select m.position from ledger.moves m
      where m.to_account = of_account and m.asset = of_asset and m.to_seq = middle) found;
    if middle_position < place then low := middle; else high := middle - 1; end if;
  end loop;
  return low;
end $$;

create index holds_of_payer on ledger.holds (account_id, position);
create index holds_of_receiver on ledger.holds (to_account, position) where to_account is not null;
create index events_public on platform.events (position) where is_public;

-- Lists of accounts are read in their order, and counted, along these.
drop index accounts.accounts_user;
drop index accounts.accounts_manager;
create index accounts_of_user on accounts.accounts (user_uuid, environment, created_at desc, uuid desc)
  where closed_at is null;
create index accounts_of_manager on accounts.accounts (manager_uuid, environment, created_at desc, uuid desc)
  where closed_at is null and manager_uuid is not null;
