-- Successful deliveries are kept for a window only: the newest of each webhook, for some hours. What is outside of it is
-- deleted while further deliveries are recorded, so rows come and go at the rate of the events.

-- No successful delivery before this is kept, so a deletion begins here and passes no dead entries of the index.
alter table webhooks.webhooks add column delivered_from timestamptz not null default '-infinity';

create index deliveries_delivered on webhooks.deliveries (webhook_id, delivered_at) where status = 'delivered';
create index deliveries_delivered_at on webhooks.deliveries (delivered_at) where status = 'delivered';
-- In place of a summary of page ranges: the space of deleted rows is used again, so old and new rows share pages.
create index deliveries_failed on webhooks.deliveries (created_at) where status = 'failed';
drop index webhooks.deliveries_created_at;

-- By default a fifth of the table may be dead before it is vacuumed, however many failed deliveries are kept.
alter table webhooks.deliveries
  set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
