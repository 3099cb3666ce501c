-- What everybody has used of their limits on GCU, whatever the way they got or gave it.

create schema gcu_terms;

-- Locked by whoever uses somebody's limit, so that two ways at once see each other.
create table gcu_terms.traders (
  environment text not null check (environment in ('live', 'sandbox')),
  user_uuid uuid not null,
  primary key (environment, user_uuid)
);

create table gcu_terms.uses (
  -- The ledger's entry by which the GCU came or went.
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Whose limit it is.
  user_uuid uuid not null,
  side text not null check (side in ('buy', 'sell')),
  way text not null check (way in ('counter', 'composition', 'exchange')),
  -- Worth in euro cents, in which limits are counted; rounded up.
  euro_cents numeric(38, 0) not null check (euro_cents > 0),
  created_at timestamptz not null
);
create index uses_of on gcu_terms.uses (environment, user_uuid, created_at);
create trigger uses_append_only before update or delete on gcu_terms.uses
  for each row execute function platform.refuse_change();
create trigger uses_not_truncated before truncate on gcu_terms.uses
  for each statement execute function platform.refuse_change();

insert into gcu_terms.uses (id, environment, user_uuid, side, way, euro_cents, created_at)
select id, environment, user_uuid, side, 'counter', euro_cents, created_at from gcu.trades;
