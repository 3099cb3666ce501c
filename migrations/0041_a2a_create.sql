-- Tasks that agents send to the bank, and what became of them.

create schema a2a;

create table a2a.tasks (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  sender_uuid uuid not null references agents.agents,
  sender_did text not null,
  owner_uuid uuid not null,
  skill_id text not null check (char_length(skill_id) <= 128),
  state text not null check (state in
    ('submitted', 'working', 'input-required', 'completed', 'canceled', 'failed')),
  input jsonb not null,
  output jsonb,
  -- Why it failed, or what is missing.
  error jsonb,
  metadata jsonb not null,
  -- On whose behalf it runs: whoever sent it, or answered last, with what they might do then.
  caller jsonb not null,
  -- Grows with every answer to `input-required`: each input is carried out once.
  round integer not null default 1,
  -- How often this round was begun.
  tries integer not null default 0,
  is_cancel_requested boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index tasks_owner on a2a.tasks (owner_uuid, environment, created_at desc);
create index tasks_sender on a2a.tasks (sender_uuid, created_at desc);
create index tasks_waiting on a2a.tasks (updated_at) where state in ('submitted', 'working');
