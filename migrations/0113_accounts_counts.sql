-- How many open accounts each person owns or manages is kept, so that a page of a long list costs what it shows.
-- A person's count is the sum of a few rows, one for each remainder of the connection's number, so that openings on
-- different connections do not wait for each other.
create table accounts.counts (
  user_uuid uuid not null,
  environment text not null,
  slot smallint not null,
  accounts bigint not null,
  primary key (user_uuid, environment, slot)
);

-- Adds the change of one statement or row. People are taken in one order, so that no two wait for each other.
create function accounts.add_to_counts(people uuid[], environments text[], changes int[])
returns void language sql as $$
  insert into accounts.counts as c (user_uuid, environment, slot, accounts)
  select person, environment, pg_backend_pid() % 16, sum(change)
  from unnest(people, environments, changes) as changed (person, environment, change)
  where person is not null
  group by person, environment order by person, environment
  on conflict (user_uuid, environment, slot) do update set accounts = c.accounts + excluded.accounts
$$;

create function accounts.count_opened() returns trigger language plpgsql as $$
begin
  perform accounts.add_to_counts(array_agg(person), array_agg(environment), array_agg(1))
  from (
    select user_uuid as person, environment from opened where closed_at is null
    union all
    select manager_uuid, environment from opened
    where closed_at is null and manager_uuid is distinct from user_uuid) counted;
  return null;
end $$;

-- Closing, and should it ever happen, opening again.
create function accounts.count_closed() returns trigger language plpgsql as $$
declare
  change int := case when new.closed_at is null then 1 else -1 end;
begin
  perform accounts.add_to_counts(
    array[new.user_uuid, case when new.manager_uuid is distinct from new.user_uuid then new.manager_uuid end],
    array[new.environment, new.environment], array[change, change]);
  return null;
end $$;

-- Nothing is opened or closed between the count and the first change that is added to it.
lock table accounts.accounts in share row exclusive mode;
insert into accounts.counts (user_uuid, environment, slot, accounts)
select person, environment, 0, count(*)
from (
  select user_uuid as person, environment from accounts.accounts where closed_at is null
  union all
  select manager_uuid, environment from accounts.accounts
  where closed_at is null and manager_uuid is distinct from user_uuid) counted
where person is not null
group by person, environment;

create trigger accounts_count_opened after insert on accounts.accounts
  referencing new table as opened for each statement execute function accounts.count_opened();
create trigger accounts_count_closed after update of closed_at on accounts.accounts
  for each row when ((old.closed_at is null) <> (new.closed_at is null))
  execute function accounts.count_closed();
