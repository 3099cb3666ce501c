-- What operators switched off, and the limits they set in place of those of the environment.
create schema controls;

create table controls.switched_off (
  feature text primary key,
  reason text not null,
  switched_by uuid not null,
  switched_at timestamptz not null
);

-- One row at most. Null: the value of the environment holds.
create table controls.limits (
  id boolean primary key default true check (id),
  per_minute integer check (per_minute >= 0),
  per_hour integer check (per_hour >= 0),
  graphql_user integer check (graphql_user >= 0),
  graphql_guest integer check (graphql_guest >= 0),
  reason text not null,
  set_by uuid not null,
  set_at timestamptz not null
);
