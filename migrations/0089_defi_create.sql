-- Decentralized finance: pools of simulated markets, swaps through them, lending, staking and flash loans.

create schema defi;

-- A pool holds two tokens on an account of its own in the ledger; its reserves are always that account's balances.
-- It is empty until its first swap, which brings in the initial reserves from the market account.
create table defi.pools (
  environment text not null check (environment in ('live', 'sandbox')),
  number integer not null,
  dex text not null check (dex in ('uniswap_v3', 'curve', 'sushiswap', 'demo')),
  chain text not null
    check (chain in ('ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'bsc', 'solana', 'bitcoin', 'tron')),
  asset_a text not null,
  asset_b text not null,
  -- In millionths.
  fee integer not null check (fee between 1 and 100000),
  account_id uuid not null unique,
  initial_a numeric(38, 0) not null check (initial_a > 0),
  initial_b numeric(38, 0) not null check (initial_b > 0),
  is_funded boolean not null default false,
  reserve_a numeric(38, 0) not null default 0 check ((reserve_a > 0) = is_funded),
  reserve_b numeric(38, 0) not null default 0 check ((reserve_b > 0) = is_funded),
  primary key (environment, number),
  unique (environment, dex, chain, asset_a, asset_b, fee),
  check (asset_a < asset_b)
);

with price (asset, dollars, precision) as (values
  ('USDC', 1, 6), ('USDT', 1, 6), ('DAI', 1, 18), ('WETH', 2500, 18), ('WBTC', 45000, 8), ('STETH', 2500, 18),
  ('MATIC', 0.7, 18), ('BNB', 400, 18), ('TRX', 0.1, 6)
),
pair (place, dex, chains, a, b, fee, dollars) as (values
  (1, 'uniswap_v3', 'ethereum polygon arbitrum', 'USDC', 'USDT', 100, 200000000),
  (2, 'uniswap_v3', 'ethereum polygon arbitrum optimism base', 'USDC', 'DAI', 100, 200000000),
  (3, 'uniswap_v3', 'ethereum polygon arbitrum', 'USDT', 'DAI', 100, 200000000),
  (4, 'uniswap_v3', 'ethereum polygon arbitrum optimism base', 'WETH', 'USDC', 500, 30000000),
  (5, 'uniswap_v3', 'ethereum polygon arbitrum optimism base', 'WETH', 'USDC', 3000, 30000000),
  (6, 'uniswap_v3', 'ethereum polygon arbitrum', 'WETH', 'USDT', 500, 30000000),
  (7, 'uniswap_v3', 'ethereum polygon arbitrum', 'WETH', 'USDT', 3000, 30000000),
  (8, 'uniswap_v3', 'ethereum polygon arbitrum optimism base', 'WETH', 'DAI', 500, 30000000),
  (9, 'uniswap_v3', 'ethereum polygon arbitrum optimism base', 'WETH', 'DAI', 3000, 30000000),
  (10, 'uniswap_v3', 'ethereum polygon arbitrum', 'WBTC', 'WETH', 500, 30000000),
  (11, 'uniswap_v3', 'ethereum polygon arbitrum', 'WBTC', 'WETH', 3000, 30000000),
  (12, 'uniswap_v3', 'ethereum polygon arbitrum', 'WBTC', 'USDC', 500, 30000000),
  (13, 'uniswap_v3', 'ethereum polygon arbitrum', 'WBTC', 'USDC', 3000, 30000000),
  (14, 'uniswap_v3', 'ethereum polygon', 'MATIC', 'WETH', 500, 30000000),
  (15, 'uniswap_v3', 'ethereum polygon', 'MATIC', 'WETH', 3000, 30000000),
  (16, 'uniswap_v3', 'ethereum polygon', 'MATIC', 'USDC', 3000, 30000000),
  (17, 'curve', 'ethereum polygon arbitrum', 'USDC', 'USDT', 400, 100000000),
  (18, 'curve', 'ethereum polygon arbitrum', 'USDC', 'DAI', 400, 100000000),
  (19, 'curve', 'ethereum polygon arbitrum', 'USDT', 'DAI', 400, 100000000),
  (20, 'curve', 'ethereum polygon arbitrum', 'WETH', 'USDC', 4000, 7000000),
  (21, 'curve', 'ethereum', 'WETH', 'STETH', 400, 100000000),
  (22, 'sushiswap', 'ethereum polygon arbitrum optimism base', 'WETH', 'USDC', 3000, 6000000),
  (23, 'sushiswap', 'ethereum polygon arbitrum', 'WETH', 'USDT', 3000, 6000000),
  (24, 'sushiswap', 'ethereum polygon arbitrum optimism base', 'WETH', 'DAI', 3000, 6000000),
  (25, 'sushiswap', 'ethereum polygon arbitrum', 'WBTC', 'WETH', 3000, 6000000),
  (26, 'sushiswap', 'ethereum polygon arbitrum', 'USDC', 'USDT', 3000, 6000000),
  (27, 'sushiswap', 'polygon', 'MATIC', 'USDC', 3000, 6000000),
  (28, 'demo', 'bsc', 'USDC', 'USDT', 3000, 10000000),
  (29, 'demo', 'bsc', 'USDC', 'BNB', 3000, 10000000),
  (30, 'demo', 'tron', 'USDT', 'TRX', 3000, 10000000)
),
pool as (
  select row_number() over (order by place, at) as number, dex, chain, fee, dollars,
    least(a collate "C", b collate "C") as asset_a, greatest(a collate "C", b collate "C") as asset_b
  from pair, unnest(string_to_array(chains, ' ')) with ordinality as on_chain (chain, at)
)
insert into defi.pools (environment, number, dex, chain, asset_a, asset_b, fee, account_id, initial_a, initial_b)
select env.name, number, dex, chain, asset_a, asset_b, fee,
  ('00000000-0000-4000-8001-00000000' || env.digit || lpad(number::text, 3, '0'))::uuid,
  trunc(pool.dollars / a.dollars * 10::numeric ^ a.precision), trunc(pool.dollars / b.dollars * 10::numeric ^ b.precision)
from pool
  join price a on a.asset = asset_a
  join price b on b.asset = asset_b,
  (values ('live', '0'), ('sandbox', '5')) as env (name, digit);

insert into ledger.accounts (id, environment, code, created_at)
select account_id, environment, 'pool:' || number, '2026-01-01Z' from defi.pools order by environment, number;

create table defi.swaps (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  -- A quote is good for one swap.
  quote_uuid uuid not null unique,
  quote_id text not null,
  -- The account that paid, and the custody account that receives.
  account_uuid uuid not null,
  custody_uuid uuid not null,
  wallet_address text not null,
  chain text not null
    check (chain in ('ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'bsc', 'solana', 'bitcoin', 'tron')),
  dex text not null check (dex in ('uniswap_v3', 'curve', 'sushiswap', 'demo')),
  token_in text not null,
  token_out text not null,
  -- The pools in the order of the swap, and the assets from the first to the last.
  pools integer[] not null,
  path text[] not null,
  units_in numeric(38, 0) not null check (units_in > 0),
  gas_units numeric(38, 0) not null check (gas_units >= 0),
  gas_usd text not null,
  gas_price_wei numeric(38, 0) not null,
  expected_units numeric(38, 0) not null check (expected_units > 0),
  min_units numeric(38, 0) not null check (min_units > 0),
  output_units numeric(38, 0) check (output_units >= min_units),
  status text not null check (status in ('submitted', 'confirmed', 'failed', 'expired')),
  reason text,
  provider text not null,
  tx_hash text not null,
  deadline_at timestamptz not null,
  due_at timestamptz check ((due_at is null) = (status <> 'submitted')),
  created_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (status = 'submitted')),
  check ((output_units is null) = (status <> 'confirmed'))
);
create index swaps_of on defi.swaps (environment, user_uuid, id desc);
create index swaps_due on defi.swaps (due_at, id) where due_at is not null;

create table defi.flash_loans (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  chain text not null,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  fee_units numeric(38, 0) not null check (fee_units > 0),
  profit_units numeric(38, 0) not null check (profit_units >= 0),
  operations jsonb not null,
  tx_hash text not null,
  created_at timestamptz not null
);
create index flash_loans_of on defi.flash_loans (environment, user_uuid, id desc);

-- A supply to or a loan from a lending market, or a stake. Interest is added up to `accrued_at`.
create table defi.positions (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  chain text not null
    check (chain in ('ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'bsc', 'solana', 'bitcoin', 'tron')),
  protocol text not null check (protocol in ('aave_v3', 'lido')),
  type text not null check (type in ('supply', 'borrow', 'stake')),
  asset text not null,
  units numeric(38, 0) not null check (units >= 0),
  status text not null check (status in ('active', 'closed', 'liquidated')),
  accrued_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status = 'active' or units = 0)
);
create unique index positions_active on defi.positions (environment, user_uuid, chain, protocol, type, asset)
  where status = 'active';
create index positions_market on defi.positions (environment, chain, asset, type) where status = 'active';

-- Staked coins that their owner wants back; they come three days later.
create table defi.unstakings (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  custody_uuid uuid not null,
  units numeric(38, 0) not null check (units > 0),
  status text not null check (status in ('waiting', 'paid')),
  due_at timestamptz check ((due_at is null) = (status = 'paid')),
  created_at timestamptz not null
);
create index unstakings_due on defi.unstakings (due_at, id) where due_at is not null;
