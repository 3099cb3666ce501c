-- Rates as a time series: each row counts from its instant until the next one of its pair.

alter table assets.rates
  -- Who said it: a feed by its name, or the operator.
  add column provider text not null default 'operator',
  add column bid numeric(38, 18) check (bid > 0 and bid <= rate),
  add column ask numeric(38, 18) check (ask >= rate),
  add column is_active boolean not null default true,
  add column metadata jsonb not null default '{}',
  -- When it was announced that no newer one had come; once for each rate.
  add column stale_since timestamptz;

-- The prices a bank starts with come from its feed now, with a history. GCU is worth a dollar until its
-- basket is valued for the first time.
update assets.rates set is_active = false, metadata = '{"replaced": true}'
where valid_at = '2026-01-01Z' and source = 'manual' and from_asset <> 'GCU';
update assets.rates set provider = 'launch', valid_at = '2000-01-01Z', metadata = '{"launch": true}'
where valid_at = '2026-01-01Z' and source = 'manual' and from_asset = 'GCU';

-- One rate at a time for each pair, however many nodes write.
drop index assets.rates_newest;
create unique index rates_newest on assets.rates (from_asset, to_asset, valid_at desc) where is_active;
create index rates_open on assets.rates (from_asset, to_asset) where is_active and expires_at is null;
create index rates_by_provider on assets.rates (provider, from_asset, valid_at desc) where is_active;

-- The bank's side of a conversion inside an account: it takes one asset and gives the other.
insert into ledger.accounts (id, environment, code, created_at)
values
  ('00000000-0000-4000-8000-000000000008', 'live', 'conversions', '2026-01-01Z'),
  ('00000000-0000-4000-8000-000000005008', 'sandbox', 'conversions', '2026-01-01Z');
