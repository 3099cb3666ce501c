-- Reversals as customers know them, and the question that every look into the past asks the ledger.

create schema transactions;

-- What the ledger does not say of a reversal: whose transaction was reversed, why, and on whose word.
-- The money is an entry of the ledger with the same id. Kept apart from that entry because its other
-- side belongs to somebody else, who has no business with these.
create table transactions.reversals (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  account_uuid uuid not null,
  original_transaction_id uuid not null,
  -- What the reversed transaction was for the account.
  transaction_type text not null check (transaction_type in ('debit', 'credit')),
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  authorized_by text,
  user_uuid uuid,
  created_at timestamptz not null
);
create index reversals_account on transactions.reversals (account_uuid, id);
create trigger reversals_append_only before update or delete on transactions.reversals
  for each row execute function platform.refuse_change();

-- The number of the last move of a balance that is not later than an instant; 0 when there is none.
-- Moves of one balance never go back in time, so halving finds it: twenty looks for a million moves.
create function ledger.seq_at(of_account uuid, of_asset text, instant timestamptz) returns bigint
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  last_moved_at timestamptz;
  middle_moved_at timestamptz;
begin
  select b.seq, b.moved_at into high, last_moved_at
  from ledger.balances b where b.account_id = of_account and b.asset = of_asset;
  if high is null then return 0; end if;
  if last_moved_at <= instant then return high; end if;
  while low < high loop
    middle := (low + high + 1) / 2;
    select found.created_at into middle_moved_at from (
      select m.created_at from ledger.moves m
      where m.from_account = of_account and m.asset = of_asset and m.from_seq = middle
      union all
      select m.created_at from ledger.moves m
      where m.to_account = of_account and m.asset = of_asset and m.to_seq = middle) found;
    if middle_moved_at <= instant then low := middle; else high := middle - 1; end if;
  end loop;
  return low;
end $$;
