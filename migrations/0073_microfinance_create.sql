-- Lending in groups, cash at tellers, and shares of members. All money is in the ledger; these tables say whose it
-- is. An id of a member is text: a registered user's uuid, or the name by which the organiser knows a customer.

create schema microfinance;

create table microfinance.groups (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  name text not null check (char_length(name) between 1 and 255),
  liability_type text not null check (liability_type in ('joint', 'several', 'individual')),
  status text not null check (status in ('pending', 'active', 'closed')),
  meeting_frequency text not null check (meeting_frequency in ('daily', 'weekly', 'biweekly', 'monthly')),
  meeting_day text check (char_length(meeting_day) <= 50),
  center_name text check (char_length(center_name) <= 255),
  -- The user who created the group and manages it.
  organiser_uuid uuid not null,
  activation_date date,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'pending') = (activation_date is null)),
  check ((status = 'closed') = (closed_at is not null))
);
create index groups_organiser on microfinance.groups (organiser_uuid, environment, uuid);
create index groups_environment on microfinance.groups (environment, uuid);

-- One row per membership: a member who comes back has a new one.
create table microfinance.members (
  uuid uuid primary key,
  group_uuid uuid not null references microfinance.groups,
  user_id text not null check (char_length(user_id) between 1 and 255),
  role text not null check (role in ('leader', 'secretary', 'treasurer', 'member')),
  joined_at date not null,
  left_at date
);
create unique index members_active on microfinance.members (group_uuid, user_id) where left_at is null;
create index members_user on microfinance.members (user_id) where left_at is null;
create index members_group on microfinance.members (group_uuid, uuid);

create table microfinance.meetings (
  uuid uuid primary key,
  group_uuid uuid not null references microfinance.groups,
  meeting_date date not null,
  next_meeting_date date not null,
  attendees_count int not null check (attendees_count between 0 and total_members),
  total_members int not null,
  minutes text,
  recorded_by uuid not null,
  created_at timestamptz not null
);
create index meetings_group on microfinance.meetings (group_uuid, meeting_date, uuid);

-- Who was there, where the meeting names its attendees: a row for each member of that day.
create table microfinance.attendance (
  meeting_uuid uuid not null references microfinance.meetings,
  group_uuid uuid not null references microfinance.groups,
  user_id text not null,
  is_present boolean not null,
  primary key (meeting_uuid, user_id)
);
create index attendance_member on microfinance.attendance (group_uuid, user_id);

create table microfinance.loans (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  group_uuid uuid not null references microfinance.groups,
  user_id text not null,
  account_uuid uuid not null,
  asset text not null,
  principal numeric(38, 0) not null check (principal > 0),
  rate_basis_points int not null check (rate_basis_points >= 0),
  term int not null check (term > 0),
  frequency text not null check (frequency in ('daily', 'weekly', 'biweekly', 'monthly')),
  method text not null check (method in ('flat', 'declining')),
  purpose text,
  status text not null check (status in
    ('applied', 'approved', 'rejected', 'cancelled', 'disbursed', 'repaid', 'written_off')),
  -- The principal that is still owed: the share of this loan in the ledger's account `loans`.
  outstanding numeric(38, 0) not null default 0 check (outstanding between 0 and principal),
  -- The due date of the oldest instalment that is not paid in full.
  next_due_on date,
  -- The share of this loan in the ledger's account `loan-allowance`, and the day it was last reviewed.
  provision numeric(38, 0) not null default 0 check (provision >= 0),
  reviewed_on date,
  reason text,
  applied_by uuid not null,
  applied_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  disbursed_by uuid,
  disbursed_at timestamptz,
  disbursement_entry uuid,
  closed_at timestamptz,
  check ((status in ('disbursed', 'repaid', 'written_off')) = (disbursement_entry is not null)),
  check (status = 'disbursed' or outstanding = 0),
  check ((status = 'disbursed') = (next_due_on is not null)),
  check ((status in ('rejected', 'cancelled', 'repaid', 'written_off')) = (closed_at is not null))
);
create index loans_group on microfinance.loans (group_uuid, uuid);
create index loans_user on microfinance.loans (user_id, environment, uuid);
create index loans_environment on microfinance.loans (environment, uuid);
create index loans_due on microfinance.loans (environment, next_due_on, uuid) where next_due_on is not null;
create index loans_review on microfinance.loans (environment, reviewed_on, uuid)
  where status = 'disbursed' or provision > 0;

create table microfinance.instalments (
  loan_uuid uuid not null references microfinance.loans,
  number int not null,
  -- The interest of the instalment is for the days from here to the due date.
  starts_on date not null,
  due_on date not null,
  principal numeric(38, 0) not null check (principal >= 0),
  interest numeric(38, 0) not null check (interest >= 0),
  -- Null until the instalment was late for the first time.
  penalty numeric(38, 0) check (penalty >= 0),
  principal_paid numeric(38, 0) not null default 0 check (principal_paid between 0 and principal),
  interest_paid numeric(38, 0) not null default 0 check (interest_paid >= 0),
  interest_waived numeric(38, 0) not null default 0 check (interest_waived >= 0),
  penalty_paid numeric(38, 0) not null default 0 check (penalty_paid between 0 and coalesce(penalty, 0)),
  primary key (loan_uuid, number),
  check (interest_paid + interest_waived <= interest)
);
create index instalments_due on microfinance.instalments (loan_uuid, due_on);

-- The members who answer for a loan of another member, and up to which amount.
create table microfinance.guarantees (
  loan_uuid uuid not null references microfinance.loans,
  user_id text not null,
  units numeric(38, 0) not null check (units > 0),
  primary key (loan_uuid, user_id)
);
create index guarantees_user on microfinance.guarantees (user_id);

create table microfinance.provisions (
  loan_uuid uuid not null references microfinance.loans,
  review_date date not null,
  category text not null check (category in ('standard', 'substandard', 'doubtful', 'loss')),
  days_overdue int not null,
  outstanding numeric(38, 0) not null,
  units numeric(38, 0) not null,
  -- The entry that adjusted the allowance; null when it was right already.
  entry_id uuid,
  primary key (loan_uuid, review_date)
);
create trigger provisions_append_only before update or delete on microfinance.provisions
  for each row execute function platform.refuse_change();

create table microfinance.tellers (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  name text not null,
  branch text,
  currency text not null,
  -- The user who works with this cash; operators may use every teller.
  user_uuid uuid,
  -- Made for its user at their first transaction; it has a vault for every currency.
  is_implicit boolean not null,
  created_by uuid not null,
  last_reconciled_at timestamptz,
  created_at timestamptz not null
);
create unique index tellers_implicit on microfinance.tellers (user_uuid, environment) where is_implicit;
create index tellers_user on microfinance.tellers (user_uuid, environment, uuid);
create index tellers_environment on microfinance.tellers (environment, uuid);

-- The cash of a teller. Over all vaults of an environment it is minus the ledger's balance of `cash:tellers`.
create table microfinance.vaults (
  teller_uuid uuid not null references microfinance.tellers,
  asset text not null,
  units numeric(38, 0) not null default 0 check (units >= 0),
  minimum numeric(38, 0) not null default 0 check (minimum >= 0),
  maximum numeric(38, 0) check (maximum >= minimum),
  primary key (teller_uuid, asset)
);

create table microfinance.teller_transactions (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  teller_uuid uuid not null references microfinance.tellers,
  type text not null check (type in
    ('deposit', 'withdrawal', 'currency_exchange', 'collection', 'vault_in', 'vault_out')),
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  target_asset text,
  target_units numeric(38, 0),
  account_uuid uuid,
  -- The other vault of a transfer between two vaults; no entry, because the cash stays the bank's.
  other_teller_uuid uuid references microfinance.tellers,
  entry_id uuid,
  vault_after numeric(38, 0) not null,
  user_uuid uuid not null,
  created_at timestamptz not null
);
create index teller_transactions_teller on microfinance.teller_transactions (teller_uuid, uuid);
create index teller_transactions_environment on microfinance.teller_transactions (environment, uuid);
create trigger teller_transactions_append_only before update or delete on microfinance.teller_transactions
  for each row execute function platform.refuse_change();

create table microfinance.reconciliations (
  uuid uuid primary key,
  teller_uuid uuid not null references microfinance.tellers,
  asset text not null,
  booked numeric(38, 0) not null,
  counted numeric(38, 0) not null check (counted >= 0),
  note text,
  counted_by uuid not null,
  created_at timestamptz not null
);
create index reconciliations_teller on microfinance.reconciliations (teller_uuid, uuid);
create trigger reconciliations_append_only before update or delete on microfinance.reconciliations
  for each row execute function platform.refuse_change();

create table microfinance.officers (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  name text not null,
  territory text,
  -- The registered user who is this officer, if they sign in themselves.
  user_uuid uuid,
  is_active boolean not null default true,
  last_sync_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null
);
create index officers_creator on microfinance.officers (created_by, environment, uuid);
create index officers_user on microfinance.officers (user_uuid, environment, uuid) where user_uuid is not null;
create index officers_environment on microfinance.officers (environment, uuid);

create table microfinance.sheets (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  officer_uuid uuid not null references microfinance.officers,
  group_uuid uuid not null references microfinance.groups,
  asset text not null,
  collection_date date not null,
  expected numeric(38, 0) not null check (expected >= 0),
  collected numeric(38, 0) not null default 0 check (collected >= 0),
  status text not null check (status in ('pending', 'in_progress', 'completed')),
  notes text,
  created_by uuid not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  check ((status = 'completed') = (completed_at is not null))
);
create index sheets_group on microfinance.sheets (group_uuid, uuid);
create index sheets_officer on microfinance.sheets (officer_uuid, uuid);
create index sheets_environment on microfinance.sheets (environment, uuid);

create table microfinance.sheet_lines (
  sheet_uuid uuid not null references microfinance.sheets,
  loan_uuid uuid not null references microfinance.loans,
  user_id text not null,
  expected numeric(38, 0) not null check (expected >= 0),
  collected numeric(38, 0) not null default 0 check (collected >= 0),
  primary key (sheet_uuid, loan_uuid)
);

create table microfinance.repayments (
  uuid uuid primary key,
  loan_uuid uuid not null references microfinance.loans,
  penalty numeric(38, 0) not null check (penalty >= 0),
  interest numeric(38, 0) not null check (interest >= 0),
  principal numeric(38, 0) not null check (principal >= 0),
  -- Interest of later periods that an early payment of the whole loan saved.
  interest_waived numeric(38, 0) not null check (interest_waived >= 0),
  -- Paid from an account, or in cash to a teller, perhaps by a collection sheet.
  account_uuid uuid,
  teller_uuid uuid references microfinance.tellers,
  sheet_uuid uuid references microfinance.sheets,
  paid_by uuid not null,
  entry_id uuid not null,
  created_at timestamptz not null,
  check ((account_uuid is null) <> (teller_uuid is null)),
  check (penalty + interest + principal > 0)
);
create index repayments_loan on microfinance.repayments (loan_uuid, uuid);
create trigger repayments_append_only before update or delete on microfinance.repayments
  for each row execute function platform.refuse_change();

create table microfinance.share_accounts (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  number bigint generated always as identity unique,
  user_uuid uuid not null,
  group_uuid uuid references microfinance.groups,
  asset text not null,
  shares int not null default 0 check (shares between 0 and 1000),
  -- The price of one share, fixed when the account is opened: it is redeemed at what it was bought for.
  nominal numeric(38, 0) not null check (nominal > 0),
  dividends numeric(38, 0) not null default 0 check (dividends >= 0),
  status text not null check (status in ('active', 'dormant', 'closed')),
  last_moved_at timestamptz not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'closed') = (closed_at is not null)),
  check (status <> 'closed' or (shares = 0 and dividends = 0))
);
-- One account of each kind, so that the bound of shares holds for a person.
create unique index share_accounts_open on microfinance.share_accounts
  (user_uuid, environment, asset, coalesce(group_uuid, '00000000-0000-0000-0000-000000000000'))
  where status <> 'closed';
create index share_accounts_user on microfinance.share_accounts (user_uuid, environment, uuid);
create index share_accounts_group on microfinance.share_accounts (group_uuid, uuid) where group_uuid is not null;
create index share_accounts_moved on microfinance.share_accounts (last_moved_at, uuid) where status = 'active';

create table microfinance.share_movements (
  uuid uuid primary key,
  share_account_uuid uuid not null references microfinance.share_accounts,
  type text not null check (type in ('purchase', 'redemption', 'dividend', 'payout')),
  shares int not null check (shares >= 0),
  units numeric(38, 0) not null check (units > 0),
  entry_id uuid not null,
  created_at timestamptz not null
);
create index share_movements_account on microfinance.share_movements (share_account_uuid, uuid);
create trigger share_movements_append_only before update or delete on microfinance.share_movements
  for each row execute function platform.refuse_change();

create table microfinance.dividends (
  uuid uuid primary key,
  group_uuid uuid not null references microfinance.groups,
  asset text not null,
  per_share numeric(38, 0) not null check (per_share > 0),
  total numeric(38, 0) not null check (total > 0),
  entry_id uuid not null,
  declared_by uuid not null,
  created_at timestamptz not null
);
create index dividends_group on microfinance.dividends (group_uuid, uuid);
