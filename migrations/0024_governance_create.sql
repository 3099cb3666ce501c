-- Governance: proposals to change what the GCU is made of, and polls on anything. Shares are kept as
-- hundredths of a percent and powers as whole units, so that everything counted is exact.

create schema governance;

create table governance.proposals (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  title text not null check (char_length(title) between 1 and 255),
  description text not null,
  rationale text,
  status text not null check (status in ('draft', 'active', 'closed', 'implemented', 'rejected')),
  -- Asset code → hundredths of a percent; together 10000.
  proposed_composition jsonb not null,
  current_composition jsonb not null,
  voting_starts_at timestamptz not null,
  voting_ends_at timestamptz not null check (voting_ends_at > voting_starts_at),
  minimum_participation integer not null check (minimum_participation between 100 and 10000),
  minimum_approval integer not null check (minimum_approval between 100 and 10000),
  -- All GCU there was when the proposal was made, in smallest units: what participation is measured by.
  gcu_supply numeric(38, 0) not null check (gcu_supply >= 0),
  -- Sums over the votes, changed with them under a lock on this row.
  votes_for numeric(38, 0) not null default 0 check (votes_for >= 0),
  votes_against numeric(38, 0) not null default 0 check (votes_against >= 0),
  votes_abstain numeric(38, 0) not null default 0 check (votes_abstain >= 0),
  created_by uuid not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  implemented_at timestamptz,
  -- What the basket answered; or, while a passed proposal waits, why it could not be applied yet.
  implementation_details jsonb
);
create index proposals_newest on governance.proposals (environment, id);
create index proposals_unsettled on governance.proposals (voting_ends_at)
  where status in ('active', 'closed');

create table governance.proposal_votes (
  proposal_id bigint not null references governance.proposals,
  user_uuid uuid not null,
  vote text not null check (vote in ('for', 'against', 'abstain')),
  voting_power numeric(38, 0) not null check (voting_power > 0),
  signature bytea not null,
  voted_at timestamptz not null,
  primary key (proposal_id, user_uuid)
);
create index proposal_votes_of_user on governance.proposal_votes (user_uuid, voted_at);

create table governance.polls (
  uuid uuid primary key,
  id bigint generated always as identity unique,
  environment text not null check (environment in ('live', 'sandbox')),
  title text not null check (char_length(title) between 1 and 255),
  description text,
  type text not null check (type in
    ('single_choice', 'multiple_choice', 'weighted_choice', 'yes_no', 'ranked_choice')),
  -- In the order in which they are shown; ties are broken by it.
  options jsonb not null,
  start_date timestamptz not null,
  end_date timestamptz not null check (end_date > start_date),
  status text not null check (status in
    ('draft', 'pending', 'active', 'closed', 'executed', 'cancelled', 'failed')),
  required_participation integer check (required_participation between 100 and 10000),
  voting_power_strategy text not null check (voting_power_strategy in
    ('one_user_one_vote', 'asset_weighted_vote', 'gcu_weighted_vote')),
  execution_workflow text,
  -- A vote on the basket's weights: every option is an asset.
  is_basket boolean not null,
  created_by uuid not null,
  metadata jsonb not null default '{}',
  votes_count integer not null default 0,
  total_voting_power numeric(38, 0) not null default 0,
  -- Counted once, when it was closed.
  results jsonb,
  -- Null: nothing is to be carried out. What is still to be is found by its state, 'waiting'.
  execution jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index polls_newest on governance.polls (environment, id);
create index polls_unsettled on governance.polls (end_date)
  where status in ('pending', 'active', 'closed');

create table governance.votes (
  id bigint generated always as identity primary key,
  poll_uuid uuid not null references governance.polls,
  user_uuid uuid not null,
  -- In the order of preference where that counts.
  selected_options jsonb not null,
  -- Option → hundredths of a percent, together 10000; only where the power is divided.
  allocations jsonb,
  voting_power numeric(38, 0) not null check (voting_power > 0),
  signature bytea not null,
  voted_at timestamptz not null,
  unique (poll_uuid, user_uuid)
);
create index votes_of_user on governance.votes (user_uuid, id);
