-- What the A2A protocol adds to a task: the conversation it belongs to, the messages about it, and the addresses that
-- are notified of its changes.

-- Chosen by the client; a task without one is a conversation of its own.
alter table a2a.tasks add column context_id text check (char_length(context_id) between 1 and 255);
create index tasks_changed on a2a.tasks (owner_uuid, environment, updated_at desc, id desc);

create table a2a.task_messages (
  task_id uuid not null references a2a.tasks on delete cascade,
  position integer not null,
  -- As the protocol has it: messageId, role and parts.
  message jsonb not null,
  primary key (task_id, position)
);

create table a2a.push_configs (
  task_id uuid not null references a2a.tasks on delete cascade,
  id text not null check (char_length(id) between 1 and 255),
  owner_uuid uuid not null,
  -- The version of the protocol in which it was set, and in which its notifications are written.
  protocol text not null check (protocol in ('0.3', '1.0')),
  url text not null check (char_length(url) <= 2048),
  -- How the notifications authenticate themselves at the address; sealed, because the bank must send it.
  secrets bytea,
  scheme text,
  -- The credential that set the address: without it nothing is sent there.
  credential jsonb,
  -- How often there was something to notify, and up to which of them the address was notified.
  changes integer not null default 1,
  notified integer not null default 0,
  -- Failed attempts since the last change.
  tries smallint not null default 0,
  next_try_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (task_id, id)
);
create index push_configs_due on a2a.push_configs (owner_uuid, next_try_at nulls first)
  where notified < changes;

-- One per owner of push configurations: at most one node sends their notifications at a time.
create table a2a.push_queues (
  owner_uuid uuid primary key,
  lease uuid,
  leased_until timestamptz,
  -- When a job will look at it again.
  timer_at timestamptz
);
