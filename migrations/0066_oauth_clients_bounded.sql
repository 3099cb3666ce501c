-- Anybody may register a program: how many come from where is counted, and what no person has ever
-- authorized does not stay.
alter table oauth.clients add column registered_from text;
alter table oauth.clients add column authorized_at timestamptz;
-- Names that look alike have the same; null until it is computed.
alter table oauth.clients add column skeleton text;
update oauth.clients as client set authorized_at = first.created_at
  from (select client_id, min(created_at) as created_at from oauth.grants group by client_id) as first
  where first.client_id = client.client_id;
create index clients_from on oauth.clients (registered_from, created_at);
create index clients_unauthorized on oauth.clients ((coalesce(last_used_at, created_at)))
  where authorized_at is null;
create index clients_alike on oauth.clients (skeleton) where authorized_at is not null;
