-- The log as several readers follow it: positions that can be waited for, whom an event is about, and
-- how far each reader has come.

-- A transaction must have its number before it takes a position: only then can a reader know, by waiting
-- for all numbers up to one, that no position up to another is still to come.
alter table platform.events alter column position
  set default case when pg_current_xact_id() is not null then nextval('ledger.positions') end;
alter table ledger.moves alter column position
  set default case when pg_current_xact_id() is not null then nextval('ledger.positions') end;
alter table ledger.holds alter column position
  set default case when pg_current_xact_id() is not null then nextval('ledger.positions') end;

-- The number itself need not be kept: looking at those of the rows that can be seen says nothing about
-- the rows that cannot.
alter table platform.events drop column xid;
alter table ledger.moves drop column xid;
alter table ledger.holds drop column xid;

-- The last position that has been taken, whether committed or not.
create function platform.newest_position() returns bigint language sql volatile as $$
  select last_value - case when is_called then 0 else 1 end from ledger.positions
$$;

-- Every transaction that has taken a position up to this one has a number below this one, because the
-- position is read first.
create function platform.take_fence(out fence_position bigint, out fence_xid xid8)
language plpgsql volatile as $$
begin
  fence_position := platform.newest_position();
  fence_xid := pg_current_xact_id();
end $$;

-- What is about two accounts, such as a transfer, is told to the owners of both; what is about nobody in
-- particular, such as a rate, is told to whoever asks.
alter table platform.events add column other_account_uuid uuid;
alter table platform.events add column is_public boolean not null default false;

-- How far each reader of the log has come. Whoever locks the row does the work; the others wait for it.
create table platform.readers (
  name text primary key,
  position bigint not null,
  -- How many events it was shown, and when it last moved.
  events bigint not null default 0,
  moved_at timestamptz
);
