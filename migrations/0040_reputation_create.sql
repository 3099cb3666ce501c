-- What agents are worth to each other: a score, and each word that made it.

create schema reputation;

-- Scores and changes are in hundredths: 50.00 is 5000.
create table reputation.scores (
  agent_uuid uuid primary key references agents.agents,
  environment text not null check (environment in ('live', 'sandbox')),
  score integer not null default 5000 check (score between 0 and 10000),
  successful integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  disputes integer not null default 0,
  ratings integer not null default 0,
  rating_sum integer not null default 0,
  -- Idle days are counted from here.
  active_at timestamptz not null,
  updated_at timestamptz not null
);
create index scores_best on reputation.scores (environment, score desc);

create table reputation.changes (
  uuid uuid primary key,
  agent_uuid uuid not null references agents.agents,
  kind text not null check (kind in ('feedback', 'penalty')),
  -- Of feedback: who gave it, on what.
  reviewer_uuid uuid references agents.agents,
  reviewer_did text,
  transaction_id text,
  outcome text check (outcome in ('success', 'failed', 'cancelled', 'timeout')),
  rating smallint check (rating between 1 and 5),
  -- What the dealing was about, in hundredths of its currency.
  value_cents numeric(38, 0) check (value_cents >= 0),
  -- Of a penalty.
  severity text check (severity in ('minor', 'moderate', 'major', 'critical')),
  comment text check (char_length(comment) <= 500),
  previous_score integer not null check (previous_score between 0 and 10000),
  new_score integer not null check (new_score between 0 and 10000),
  created_at timestamptz not null,
  check ((kind = 'feedback') = (reviewer_uuid is not null and transaction_id is not null and outcome is not null)),
  check ((kind = 'penalty') = (severity is not null))
);
create index changes_agent on reputation.changes (agent_uuid, created_at desc, uuid desc);
create unique index changes_once on reputation.changes (reviewer_uuid, transaction_id)
  where kind = 'feedback';
create trigger changes_append_only before update or delete on reputation.changes
  for each row execute function platform.refuse_change();
