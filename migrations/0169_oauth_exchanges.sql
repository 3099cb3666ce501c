-- A token that was exchanged for another one ends with it.
alter table oauth.artifacts
  add column subject_id uuid references oauth.artifacts (id) on delete cascade;
create index artifacts_subject on oauth.artifacts (subject_id) where subject_id is not null;

-- The clients to which the client of a grant passed access on. Kept for good, as the grant is: a user is notified of
-- each once. A registration that is no longer used is deleted, hence no reference to it.
create table oauth.delegates (
  grant_uuid uuid not null references oauth.grants (uuid),
  client_id text not null,
  created_at timestamptz not null,
  primary key (grant_uuid, client_id)
);
