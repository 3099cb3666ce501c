-- One row that every node updates about once a second while it is asked whether it is ready: a database that can be
-- read may still accept no writes.
create table platform.heartbeat (
  is_only boolean primary key default true check (is_only),
  beat_at timestamptz not null default now()
);
insert into platform.heartbeat default values;
