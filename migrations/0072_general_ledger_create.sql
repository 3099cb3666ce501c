-- The general ledger: the chart of accounts and its journal. The money of the ledger core is not copied here:
-- it is added to the journal when a balance is asked for.

create schema general_ledger;

create table general_ledger.accounts (
  environment text not null check (environment in ('live', 'sandbox')),
  code text not null,
  name text not null,
  type text not null check (type in ('asset', 'liability', 'equity', 'revenue', 'expense')),
  parent_code text,
  -- The currency in which its balance is shown first; it holds any asset.
  currency text not null,
  description text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment, code),
  foreign key (environment, parent_code) references general_ledger.accounts
);

-- One row for each environment. Whoever posts an entry or closes a period locks it first, so that numbers
-- have no gaps and no entry slips into a period while it is closed.
create table general_ledger.journals (
  environment text primary key check (environment in ('live', 'sandbox')),
  last_number bigint not null default 0
);
insert into general_ledger.journals (environment) values ('live'), ('sandbox');

create table general_ledger.periods (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')) references general_ledger.journals,
  name text not null,
  starts_on date not null,
  ends_on date not null,
  status text not null check (status in ('open', 'closed')),
  created_by uuid,
  created_at timestamptz not null,
  closed_by uuid,
  closed_at timestamptz,
  reopened_by uuid,
  reopened_at timestamptz,
  reopen_reason text,
  unique (environment, name),
  check (starts_on <= ends_on),
  check ((status = 'closed') = (closed_at is not null))
);
create unique index periods_end on general_ledger.periods (environment, ends_on);

create table general_ledger.entries (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')) references general_ledger.journals,
  number bigint not null,
  kind text not null check (kind in ('manual', 'reversal', 'closing', 'rule')),
  status text not null check (status in ('posted', 'reversed')),
  description text not null,
  source_domain text,
  -- Moves the result of a period to equity, or takes such a move back.
  is_closing boolean not null default false,
  -- The period whose result it moves.
  period_id uuid references general_ledger.periods,
  -- The event that a posting rule made it from.
  source_event text,
  reverses uuid references general_ledger.entries,
  reason text,
  posted_at timestamptz not null,
  created_by uuid,
  created_at timestamptz not null,
  unique (environment, number),
  check ((kind = 'reversal') = (reverses is not null)),
  check ((kind = 'rule') = (source_event is not null))
);
-- An entry is reversed once, whoever else tries at the same time.
create unique index entries_reversal on general_ledger.entries (reverses) where reverses is not null;
create index entries_posted on general_ledger.entries (environment, posted_at, number);
create index entries_period on general_ledger.entries (period_id) where period_id is not null;

-- Amounts are whole numbers of the smallest unit that the journal counts in: four decimal places, or as many
-- as the asset has where it has more. Environment and time are those of the entry.
create table general_ledger.lines (
  entry_id uuid not null references general_ledger.entries,
  line smallint not null check (line >= 0),
  environment text not null,
  account_code text not null,
  currency text not null,
  debit numeric(76, 0) not null check (debit >= 0),
  credit numeric(76, 0) not null check (credit >= 0),
  narrative text,
  posted_at timestamptz not null,
  primary key (entry_id, line),
  foreign key (environment, account_code) references general_ledger.accounts,
  check ((debit = 0) <> (credit = 0))
);
create index lines_history on general_ledger.lines (environment, account_code, posted_at);

-- The sums of the lines of each day (UTC), written with the entry, so that a balance at any day takes few rows.
create table general_ledger.daily_totals (
  environment text not null,
  account_code text not null,
  currency text not null,
  is_closing boolean not null,
  day date not null,
  debit numeric not null,
  credit numeric not null,
  primary key (environment, day, account_code, currency, is_closing)
);

-- The sums of all lines up to now, written with the entry, because the chart is read most of all.
create table general_ledger.totals (
  environment text not null,
  account_code text not null,
  currency text not null,
  is_closing boolean not null,
  debit numeric not null,
  credit numeric not null,
  primary key (environment, account_code, currency, is_closing)
);

-- The balances at the end of a closed period, debit less credit; reports of the period use them for ever.
create table general_ledger.period_balances (
  period_id uuid not null references general_ledger.periods,
  account_code text not null,
  currency text not null,
  -- The money of the ledger core, the journal without closing entries, and closing entries.
  core numeric not null,
  journal numeric not null,
  closing numeric not null,
  primary key (period_id, account_code, currency)
);

-- A difference between the general ledger and the ledger core that somebody explained. It counts as resolved
-- as long as it is the same amount.
create table general_ledger.resolutions (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  domain text not null,
  currency text not null,
  variance numeric not null,
  note text not null,
  resolved_by uuid,
  resolved_at timestamptz not null
);
create index resolutions_newest on general_ledger.resolutions (environment, domain, currency, resolved_at);

create trigger lines_append_only before update or delete on general_ledger.lines
  for each row execute function platform.refuse_change();
create trigger lines_not_truncated before truncate on general_ledger.lines
  for each statement execute function platform.refuse_change();
create trigger entries_not_deleted before delete on general_ledger.entries
  for each row execute function platform.refuse_change();
