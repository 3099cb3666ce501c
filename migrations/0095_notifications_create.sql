-- Notices to people who use the app. Whoever has an inbox gets notices; it opens with the first device or with
-- the first choice of preferences.

create schema notifications;

create table notifications.inboxes (
  user_uuid uuid primary key,
  opened_at timestamptz not null
);

create table notifications.preferences (
  user_uuid uuid not null,
  topic text not null check (topic in ('transaction_received', 'transaction_sent', 'low_balance',
    'security_login', 'security_device', 'marketing', 'system_update')),
  push_enabled boolean not null,
  email_enabled boolean not null,
  updated_at timestamptz not null,
  primary key (user_uuid, topic)
);

create table notifications.notices (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  type text not null check (type in ('transaction.received', 'transaction.sent', 'transaction.failed',
    'balance.low', 'kyc.status_changed', 'security.login', 'security.device_added', 'price.alert',
    'general')),
  title text not null check (char_length(title) <= 200),
  body text not null check (char_length(body) <= 1000),
  data jsonb not null,
  -- The event that it tells of; one event gives one person one notice.
  event_id text not null,
  status text not null check (status in ('pending', 'sent', 'delivered', 'failed', 'read')),
  push_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  read_at timestamptz,
  unique (user_uuid, event_id),
  check ((status = 'read') = (read_at is not null))
);
create index notices_of on notifications.notices (environment, user_uuid, id desc);
create index notices_unread on notifications.notices (environment, user_uuid) where read_at is null;
create index notices_pending on notifications.notices (id) where status = 'pending';
create index notices_old on notifications.notices (created_at);
