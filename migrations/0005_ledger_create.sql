-- The ledger: accounts, what they hold, what is reserved, and every move of money between them.

create schema ledger;

-- An account as the ledger sees it: whose it is and whether money may move. What else is known of a
-- customer's account is not the ledger's business. System accounts have a code instead of an owner.
create table ledger.accounts (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid,
  manager_uuid uuid,
  code text,
  status text not null default 'active' check (status in ('active', 'frozen', 'closed')),
  -- Why the prover stopped all writes to the account; null while its books are sound.
  quarantine text,
  created_at timestamptz not null,
  check ((code is null) <> (user_uuid is null)),
  unique (environment, code)
);

-- One row per account and asset. Executors decide from a cached copy and write only where `version`
-- is still the one they decided from; whatever a decision reads of an account (its status too) bumps
-- the version of all its rows. Half-empty pages and no index on what changes keep updates HOT.
create table ledger.balances (
  account_id uuid not null references ledger.accounts,
  asset text not null,
  units numeric(38, 0) not null default 0,
  held numeric(38, 0) not null default 0 check (held >= 0),
  -- How far below zero the available balance may go; null: without limit (system accounts only).
  overdraft numeric(38, 0) default 0 check (overdraft >= 0),
  -- The number of moves so far; each move carries its own and the balance after it.
  seq bigint not null default 0,
  version bigint not null default 0,
  -- The time of the last move: moves of one balance never go back in time, whichever node writes.
  moved_at timestamptz not null default '-infinity',
  primary key (account_id, asset),
  check (overdraft is null or units - held + overdraft >= 0)
) with (fillfactor = 50);

-- Positions are shared with the event log, so that one reader sees both in one order.
create sequence ledger.positions as bigint;

-- A move takes units of one asset from one account to another, so it cannot be out of balance; an
-- entry is the moves with one id. Append-only, and its own record in the event log: what the world is
-- told about a payment is computed from these rows. No foreign keys: a move is written by the statement
-- that finds and updates both balances, which have one.
create table ledger.moves (
  entry_id uuid not null,
  line smallint not null check (line between 0 and 126),
  position bigint not null default nextval('ledger.positions'),
  xid xid8 not null default pg_current_xact_id(),
  environment text not null,
  type text not null check (type in ('deposit', 'withdrawal', 'transfer')),
  subtype text,
  from_account uuid not null,
  to_account uuid not null,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  from_seq bigint not null check (from_seq > 0),
  from_after numeric(38, 0) not null,
  to_seq bigint not null check (to_seq > 0),
  to_after numeric(38, 0) not null,
  reference text,
  metadata jsonb,
  link text check (link in ('reversal_of', 'capture_of', 'fee_of')),
  linked_to uuid check ((link is null) = (linked_to is null)),
  -- Who asked for it, with which credential, in which request.
  user_uuid uuid,
  credential_id uuid,
  agent text,
  request_id text,
  created_at timestamptz not null,
  primary key (entry_id, line),
  check (from_account <> to_account)
);
create unique index moves_from on ledger.moves (from_account, asset, from_seq);
create unique index moves_to on ledger.moves (to_account, asset, to_seq);
create unique index moves_position on ledger.moves (position);
create index moves_reversals on ledger.moves (linked_to) where link = 'reversal_of';

-- Money reserved for something. With a destination it is a move that waits: a pending transfer is
-- nothing else. `captured` counts what was taken of it so far; the rest counts as held while open.
create table ledger.holds (
  id uuid primary key,
  position bigint not null default nextval('ledger.positions'),
  xid xid8 not null default pg_current_xact_id(),
  environment text not null,
  purpose text not null,
  account_id uuid not null,
  to_account uuid,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  -- How much of the units is the bank's fee for it.
  fee numeric(38, 0) not null default 0 check (fee >= 0 and fee < units),
  captured numeric(38, 0) not null default 0 check (captured between 0 and units),
  status text not null default 'open' check (status in ('open', 'captured', 'released', 'expired')),
  -- Why it was released, in the words shown to the customer.
  reason text,
  reference text,
  metadata jsonb,
  user_uuid uuid,
  credential_id uuid,
  agent text,
  request_id text,
  expires_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'open') = (closed_at is null))
) with (fillfactor = 70);
create unique index holds_position on ledger.holds (position);
create index holds_open on ledger.holds (purpose, created_at) where status = 'open';
create index holds_expiring on ledger.holds (expires_at) where status = 'open' and expires_at is not null;
-- A captured hold is found through its moves.
create index holds_from on ledger.holds (account_id, created_at) where status <> 'captured';
create index holds_to on ledger.holds (to_account, created_at) where status <> 'captured';

create trigger moves_append_only before update or delete on ledger.moves
  for each row execute function platform.refuse_change();
create trigger moves_not_truncated before truncate on ledger.moves
  for each statement execute function platform.refuse_change();
create trigger holds_not_deleted before delete on ledger.holds
  for each row execute function platform.refuse_change();

-- Raised by a batch whose decision was made from an outdated copy: nothing of the batch happens.
create function ledger.raise_stale() returns boolean language plpgsql as $$
begin
  raise exception 'decided from an outdated copy' using errcode = 'FL001';
end $$;

-- Money enters and leaves through these. The last digits tell them apart; live and sandbox each have
-- their own.
insert into ledger.accounts (id, environment, code, created_at)
select ('00000000-0000-4000-8000-00000000' || env.digit || lpad(number::text, 3, '0'))::uuid, env.name, code, '2026-01-01Z'
from (values ('live', '0'), ('sandbox', '5')) as env (name, digit),
  unnest(array['external:deposits', 'external:withdrawals', 'fees', 'interest', 'treasury:gcu',
    'market-maker', 'escrow']) with ordinality as system (code, number);

-- What a posting answered holds no secret, so it is kept as the text that was sent.
alter table platform.replies alter column reply drop not null;
alter table platform.replies add column text text;
alter table platform.replies add check ((reply is null) <> (text is null));
-- Rows come in the order of their time, so a summary of each stretch is enough to prune by.
drop index platform.replies_created_at;
create index replies_created_at on platform.replies using brin (created_at);

-- From here on the event log takes its positions from the shared sequence too.
alter table platform.events alter column position drop identity;
select setval('ledger.positions', coalesce((select max(position) from platform.events), 0) + 1, false);
alter table platform.events alter column position set default nextval('ledger.positions');
