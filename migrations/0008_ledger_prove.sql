-- The prover of the ledger: what it has verified so far, and what it found broken.

-- One row. Moves and holds up to `position` are verified; so many they were. Accounts and balances are
-- counted whenever all balances are added up. The patrol is how far the tour of quiet balances has come.
create table ledger.prover (
  is_only boolean primary key default true check (is_only),
  position bigint not null default 0,
  moves bigint not null default 0,
  holds bigint not null default 0,
  accounts bigint not null default 0,
  balances bigint not null default 0,
  patrol_account uuid not null default '00000000-0000-0000-0000-000000000000',
  patrol_asset text not null default '',
  checked_at timestamptz,
  summed_at timestamptz,
  full_checked_at timestamptz
) with (fillfactor = 10);
insert into ledger.prover default values;

-- What a balance must be after its first `seq` moves, all of which are verified.
create table ledger.proofs (
  account_id uuid not null,
  asset text not null,
  seq bigint not null,
  units numeric(38, 0) not null,
  moved_at timestamptz not null,
  primary key (account_id, asset)
) with (fillfactor = 50);

-- What was found broken: of which account and asset, in which entry or hold, at which of its moves.
create table ledger.violations (
  id bigint generated always as identity primary key,
  invariant text not null,
  environment text,
  account_id uuid,
  asset text,
  subject uuid,
  seq bigint,
  expected text not null,
  found text not null,
  found_at timestamptz not null,
  resolved_at timestamptz
);
create unique index violations_open on ledger.violations (invariant, environment, account_id, asset, subject)
  nulls not distinct where resolved_at is null;

create index accounts_quarantined on ledger.accounts (id) where quarantine is not null;
-- What a balance holds is the sum of these.
create index holds_held on ledger.holds (account_id, asset) where status = 'open';
-- A hold that is captured whole gives its id to the entry; other captures are found through this.
create index moves_captures on ledger.moves (linked_to) where link = 'capture_of' and entry_id <> linked_to;
