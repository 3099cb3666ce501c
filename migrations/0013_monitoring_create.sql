-- How much happens: counted from the event log by a reader of its own.

create schema monitoring;

create table monitoring.event_counts (
  minute timestamptz not null,
  environment text not null,
  type text not null,
  events bigint not null,
  primary key (environment, minute, type)
);

create table monitoring.event_totals (
  environment text not null,
  type text not null,
  events bigint not null,
  last_event_id text not null,
  last_event_at timestamptz not null,
  primary key (environment, type)
);
