-- The load of the demo data into a bank in sandbox mode: there is one, and any node tells how far it is.
create schema demo;

create table demo.loads (
  is_only boolean primary key default true check (is_only),
  -- Changes with every start, so that a load that was taken over stops.
  token uuid not null,
  status text not null check (status in ('loading', 'interrupted', 'loaded')),
  first_day date not null,
  -- The day after the last.
  until_day date not null,
  -- The last day that is complete.
  done_day date,
  step integer not null,
  steps integer not null,
  title text not null,
  problem text,
  updated_at timestamptz not null
);
