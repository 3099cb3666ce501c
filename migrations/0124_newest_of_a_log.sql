-- Whoever follows a log reads its end, so the last move of a balance before a position is looked for from the newest one
-- backwards, in steps that double, and only then by halving.
create or replace function ledger.seq_before(of_account uuid, of_asset text, place bigint)
returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  step bigint := 1;
  middle bigint;
  middle_position bigint;
  is_halving boolean := false;
begin
  if place <= 1 then return 0; end if;
  select b.seq into high
  from ledger.balances b where b.account_id = of_account and b.asset = of_asset;
  if high is null then return 0; end if;
  while low < high loop
    middle := case when is_halving then (low + high + 1) / 2 else greatest(high - step + 1, 1) end;
    select found.position into middle_position from (
      select m.position from ledger.moves m
      where m.from_account = of_account and m.asset = of_asset and m.from_seq = middle
      union all
      select m.position from ledger.moves m
      where m.to_account = of_account and m.asset = of_asset and m.to_seq = middle) found;
    if middle_position < place then
      low := middle;
      is_halving := true;
    else
      high := middle - 1;
      step := step * 2;
    end if;
  end loop;
  return low;
end $$;
