-- How many deliveries of each day succeeded and failed, longer than the deliveries themselves are kept.
create table webhooks.daily_counts (
  webhook_id uuid not null references webhooks.webhooks on delete cascade,
  day date not null,
  delivered integer not null check (delivered >= 0),
  failed integer not null check (failed >= 0),
  primary key (webhook_id, day)
);
create index daily_counts_day on webhooks.daily_counts using brin (day);

insert into webhooks.daily_counts (webhook_id, day, delivered, failed)
select webhook_id, (created_at at time zone 'UTC')::date,
  count(*) filter (where status = 'delivered'), count(*) filter (where status = 'failed')
from webhooks.deliveries where status <> 'pending' group by 1, 2;
