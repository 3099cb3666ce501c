-- Tellers: people whom an operator lets bring cash in and take it out where customers may not.

create schema funding;

-- A row per appointment. One that has ended stays, with who ended it and when.
create table funding.tellers (
  id uuid primary key,
  user_uuid uuid not null,
  added_by uuid not null,
  added_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz,
  check ((removed_by is null) = (removed_at is null))
);
create unique index tellers_present on funding.tellers (user_uuid) where removed_at is null;
