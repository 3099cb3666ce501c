-- Messages between agents: what was said, how far it has come, and who is bringing it.

create schema agent_messages;

-- One per agent that was ever written to. Whoever writes to it counts up and holds the row until the
-- message is there, so numbers follow the order of commits and none is missing. Whoever brings its
-- messages to an address holds the lease: one at a time, in the order of the numbers.
create table agent_messages.mailboxes (
  agent_uuid uuid primary key references agents.agents,
  last_sequence bigint not null,
  lease uuid,
  leased_until timestamptz,
  -- When a job will look at it again.
  timer_at timestamptz
);

create table agent_messages.messages (
  uuid uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  from_agent_uuid uuid not null references agents.agents,
  to_agent_uuid uuid not null references agents.agents,
  sequence bigint not null,
  message_type text not null
    check (message_type in ('direct', 'broadcast', 'protocol', 'transaction', 'notification')),
  priority text not null check (priority in ('low', 'normal', 'high', 'critical')),
  status text not null
    check (status in ('sent', 'delivered', 'acknowledged', 'failed', 'expired')),
  -- json, not jsonb: agents may have signed the order of the fields.
  payload json not null,
  headers json not null,
  requires_acknowledgment boolean not null,
  acknowledgment_timeout integer not null check (acknowledgment_timeout > 0),
  correlation_id text check (char_length(correlation_id) <= 255),
  reply_to uuid references agent_messages.messages,
  -- It is still to be brought to the address of its recipient, if not before `next_retry_at`.
  wants_push boolean not null,
  retry_count smallint not null default 0,
  next_retry_at timestamptz,
  last_error text,
  sent_at timestamptz not null,
  delivered_at timestamptz,
  -- Counted from the delivery: nobody can acknowledge what has not reached them.
  acknowledge_by timestamptz,
  acknowledged_at timestamptz,
  failed_at timestamptz,
  unique (to_agent_uuid, sequence),
  check (from_agent_uuid <> to_agent_uuid),
  check (status <> 'sent' or (delivered_at is null and acknowledged_at is null and failed_at is null)),
  check (status not in ('delivered', 'acknowledged', 'expired') or delivered_at is not null),
  check ((status = 'acknowledged') = (acknowledged_at is not null)),
  check (status <> 'failed' or failed_at is not null),
  check (status <> 'expired' or acknowledge_by is not null),
  check (not wants_push or status = 'sent')
);
create index messages_inbox on agent_messages.messages (to_agent_uuid, uuid desc);
create index messages_outbox on agent_messages.messages (from_agent_uuid, uuid desc);
create index messages_correlation on agent_messages.messages (correlation_id, uuid desc)
  where correlation_id is not null;
create index messages_to_push on agent_messages.messages (to_agent_uuid, sequence) where wants_push;
create index messages_to_expire on agent_messages.messages (acknowledge_by)
  where status = 'delivered' and acknowledge_by is not null;
