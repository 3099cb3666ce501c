-- Conversations with the assistant: what was said, what was understood, transfers that wait for a confirmation, what
-- people thought of the answers, and how often a language model was asked. Deleting a conversation deletes all of it.

create schema conversations;

create table conversations.conversations (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  title text not null check (char_length(title) between 1 and 60),
  -- The fields that the caller sent along.
  context jsonb not null check (octet_length(context::text) <= 16384),
  -- The topic and the filters of the last question, which the next one may refer to.
  frame jsonb,
  -- The number of messages; two at once would both find the same number.
  messages integer not null check (messages between 0 and 100),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index conversations_of on conversations.conversations (environment, user_uuid, updated_at desc, id desc);

create table conversations.messages (
  id uuid primary key,
  conversation_id uuid not null references conversations.conversations on delete cascade,
  number integer not null check (number between 1 and 100),
  role text not null check (role in ('user', 'assistant')),
  content text not null check (char_length(content) between 1 and 8000),
  confidence numeric(3, 2) check (confidence between 0 and 1),
  tools_used text[] not null,
  -- What the person thought of the answer.
  rating integer check (rating between 1 and 5),
  feedback text check (char_length(feedback) <= 1000),
  rated_at timestamptz,
  created_at timestamptz not null,
  check ((role = 'assistant') = (confidence is not null)),
  check (role = 'assistant' or rating is null),
  unique (conversation_id, number)
);

create table conversations.proposals (
  id uuid primary key,
  conversation_id uuid not null references conversations.conversations on delete cascade,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  status text not null check (status in ('open', 'executed', 'cancelled', 'expired')),
  -- Amount, asset, both accounts and the receiver as it was shown, sealed with the bank's key.
  sealed bytea not null,
  transfer_uuid uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'open') = (ended_at is null)),
  check ((status = 'executed') = (transfer_uuid is not null))
);
create index proposals_of on conversations.proposals (conversation_id, id desc);
-- A conversation has at most one proposal that waits for its confirmation.
create unique index proposals_open on conversations.proposals (conversation_id)
  where status = 'open';

-- Who is being answered now: one message of a person at a time.
create table conversations.turns (
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  token uuid not null,
  until timestamptz not null,
  primary key (environment, user_uuid)
);

-- How often a language model was asked for a person on a day.
create table conversations.model_calls (
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  day date not null,
  calls integer not null check (calls > 0),
  primary key (environment, user_uuid, day)
);
create index model_calls_day on conversations.model_calls (day);
