-- Baskets: assets that stand for fixed amounts of other assets, what they were worth, and when their
-- amounts were set anew.

create schema baskets;

create table baskets.baskets (
  code text primary key references assets.assets,
  name text not null check (char_length(name) between 1 and 100),
  description text check (char_length(description) <= 1000),
  -- Decimal places of its smallest unit; the asset's, which never change.
  precision smallint not null check (precision between 0 and 18),
  -- A fixed basket keeps its amounts for ever; a dynamic one goes back to its weights now and then.
  type text not null check (type in ('fixed', 'dynamic')),
  rebalance_frequency text not null
    check (rebalance_frequency in ('daily', 'weekly', 'monthly', 'quarterly', 'never')),
  is_active boolean not null default true,
  -- Days of values to compute back from the first price, by the amounts it starts with.
  history_days smallint not null default 0 check (history_days between 0 and 366),
  created_by uuid,
  last_rebalanced_at timestamptz,
  created_at timestamptz not null
);

-- What share of the value each part shall have, in hundredths of a percent.
create table baskets.components (
  basket_code text not null references baskets.baskets,
  asset_code text not null references assets.assets,
  weight integer not null check (weight between 0 and 10000),
  min_weight integer check (min_weight between 0 and 10000),
  max_weight integer check (max_weight between min_weight and 10000),
  -- The order in which it is shown.
  place smallint not null,
  primary key (basket_code, asset_code)
);

create function baskets.check_weights() returns trigger language plpgsql as $$
begin
  if (select sum(weight) from baskets.components where basket_code = new.basket_code) <> 10000 then
    raise exception 'the weights of % do not sum to 100', new.basket_code using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger components_sum after insert or update on baskets.components
  deferrable initially deferred for each row execute function baskets.check_weights();

-- How much of each part one whole basket stands for, from an instant on: [{asset_code, weight, units}],
-- units as text with twelve places. The last one before an instant counts; before the first, the first.
create table baskets.compositions (
  id bigint generated always as identity primary key,
  basket_code text not null references baskets.baskets,
  valid_at timestamptz not null,
  reason text not null check (reason in ('launch', 'rebalance')),
  parts jsonb not null
);
create index compositions_basket on baskets.compositions (basket_code, valid_at desc, id desc);
create trigger compositions_append_only before update or delete on baskets.compositions
  for each row execute function platform.refuse_change();

-- What one whole basket was worth in dollars at an instant, and what that was made of:
-- [{asset_code, weight, units, price_usd}], numbers as text.
create table baskets.values (
  basket_code text not null references baskets.baskets,
  calculated_at timestamptz not null,
  value numeric(30, 8) not null check (value > 0),
  -- Computed back for a time in which the basket was not there yet.
  generated boolean not null,
  parts jsonb not null,
  primary key (basket_code, calculated_at)
);
create trigger values_append_only before update or delete on baskets.values
  for each row execute function platform.refuse_change();

insert into baskets.baskets (code, name, description, precision, type, rebalance_frequency, history_days, created_at)
values ('GCU', 'Global Currency Unit',
  'Fixed amounts of five currencies and gold; their weights are voted on by those who hold it.',
  4, 'dynamic', 'monthly', 90, '2026-01-01Z');

insert into baskets.components (basket_code, asset_code, weight, min_weight, max_weight, place)
values
  ('GCU', 'USD', 4000, 3000, 5000, 0),
  ('GCU', 'EUR', 3000, 2000, 4000, 1),
  ('GCU', 'GBP', 1500, 1000, 2000, 2),
  ('GCU', 'CHF', 1000, 500, 1500, 3),
  ('GCU', 'JPY', 300, 0, 1000, 4),
  ('GCU', 'XAU', 200, 0, 500, 5);
