-- Questions that people asked in plain language, with the answers in a sentence. Only the newest of each person stay.

create schema queries;

create table queries.history (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  query text not null check (char_length(query) <= 500),
  intent text not null,
  confidence numeric(3, 2) not null check (confidence between 0 and 1),
  answer text not null,
  filters jsonb not null,
  created_at timestamptz not null
);
create index history_of on queries.history (environment, user_uuid, id desc);
