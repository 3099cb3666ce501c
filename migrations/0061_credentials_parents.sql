-- Credentials have parents: what was issued with an API key, or with a key or session of an agent, names
-- it and ends with it. Nobody is the parent of what a person issued while signed in, nor of anything
-- that is older than this.

-- Three kinds are no bearers but rights that last: the key by which an agent proves its DID, the address
-- that its messages are sent to, and a webhook. Each has one row, under an id that stays.
alter table identity.credentials
  add column parent uuid,
  drop constraint credentials_kind_check,
  add constraint credentials_kind_check
    check (kind in ('access', 'refresh', 'api_key', 'two_factor', 'agent_session', 'agent_key',
      'agent_did_key', 'agent_endpoint', 'webhook'));
create index credentials_parent on identity.credentials (parent) where parent is not null;

-- The session of an agent that came by a key named it in `session`; it is a child like any other now.
update identity.credentials set parent = session
where kind = 'agent_session' and session is not null;
update identity.credentials set session = null where kind in ('agent_session', 'agent_key');

-- The right of a DID's key goes by the id of its agent, a webhook's by the id of the webhook.
alter table agents.agents add column endpoint_credential uuid;
update agents.agents set endpoint_credential = gen_random_uuid() where endpoints ? 'message';

insert into identity.credentials
  (hash, id, kind, user_uuid, agent_uuid, scopes, environment, created_at)
select sha256(uuid_send(gen_random_uuid())), uuid, 'agent_did_key', owner_uuid, uuid, '{}'::text[], environment,
  created_at
from agents.agents
union all
select sha256(uuid_send(gen_random_uuid())), endpoint_credential, 'agent_endpoint', owner_uuid, uuid, '{}'::text[],
  environment, created_at
from agents.agents where endpoint_credential is not null
union all
select sha256(uuid_send(gen_random_uuid())), w.id, 'webhook', w.user_uuid, null::uuid, '{}'::text[], w.environment, w.created_at
from webhooks.webhooks w join identity.users on users.uuid = w.user_uuid;
