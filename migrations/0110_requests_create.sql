-- The last calls of each person and of their keys, for the request log of the console. Kept for some days, and never
-- more than a few a second of one person, so that it stays small whoever calls.
create schema requests;

create table requests.calls (
  id uuid primary key,
  user_uuid uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  credential_id uuid,
  credential_kind text check (credential_kind in ('login', 'api_key', 'agent_session', 'agent_key', 'oauth')),
  request_id text not null,
  operation text not null,
  method text not null,
  path text not null,
  status smallint not null,
  error_code text,
  duration_ms real not null,
  user_agent text,
  address text not null,
  -- The calls before this one that were not kept, because there were too many at once.
  omitted integer not null default 0,
  created_at timestamptz not null
);
create index calls_of_user on requests.calls (user_uuid, environment, id);
create index calls_of_kind on requests.calls (user_uuid, environment, credential_kind, id);
create index calls_by_request_id on requests.calls (user_uuid, request_id);
create index failed_calls_of_user on requests.calls (user_uuid, environment, id) where status >= 400;
create index calls_of_credential on requests.calls (credential_id, id);
