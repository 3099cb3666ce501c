-- Epochs of positions. A server that was restored to an earlier moment, or a standby that was promoted, has lost the end
-- of the log, and its sequence would assign the lost positions again, to other events. So the bank recognizes by the
-- server's identity that it runs on another history, and moves the sequence ahead of all that a lost one can have assigned.

create table platform.epochs (
  number integer primary key,
  -- The first position of the epoch.
  base_position bigint not null unique,
  -- The last position of the epochs before that is still in the log. Positions between it and the base were lost.
  previous_position bigint not null,
  -- The identity of the server; null where the server does not show it.
  system_identifier text,
  timeline integer,
  reason text not null,
  started_at timestamptz not null,
  check (previous_position < base_position)
);
create trigger epochs_not_deleted before delete on platform.epochs
  for each row execute function platform.refuse_change();
create trigger epochs_not_truncated before truncate on platform.epochs
  for each statement execute function platform.refuse_change();

-- The timeline is that of the WAL that is written now, because the control file shows a promotion only after a checkpoint.
-- A managed service may forbid either; what is unknown detects nothing.
create function platform.server_identity(out system_identifier text, out timeline integer)
language plpgsql volatile as $$
begin
  begin
    select control.system_identifier::text into server_identity.system_identifier from pg_control_system() control;
  exception when others then
    system_identifier := null;
  end;
  begin
    timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
  exception when others then
    timeline := null;
  end;
end $$;

-- Starts an epoch and returns its number. The base is a count of 1,048,576 a second since 2026: a lost history has assigned
-- fewer, unless it wrote a million rows a second on average. Where the clock is behind the log, chance takes its place. No
-- gap is shorter than 2^32 positions, so that readers need to look for one only in front of a long stretch.
create function platform.start_epoch(why text) returns integer language plpgsql volatile as $$
declare
  next_number integer;
  kept bigint;
  base bigint;
  began timestamptz := clock_timestamp();
  numbers text := pg_get_serial_sequence('ledger.accounts', 'number');
begin
  lock table platform.epochs in share row exclusive mode;
  select max(number) + 1 into next_number from platform.epochs;
  -- Changes nothing, but waits for all transactions that have taken a position, and keeps others from taking one.
  alter sequence ledger.positions no cycle;
  -- After a crash the sequence may be ahead of the log, so the rows say what is left of it, and the readers how far it
  -- was complete.
  select greatest(
    (select previous_position from platform.epochs where number = next_number - 1),
    (select max(position) from platform.events), (select max(position) from ledger.moves),
    (select max(position) from ledger.holds), (select max(position) from platform.readers)) into kept;
  base := greatest(
    floor(extract(epoch from began - timestamptz '2026-01-01Z') * 1048576)::bigint,
    greatest(platform.newest_position(), kept) + 4294967296 + floor(random() * 4294967296)::bigint);
  execute format('alter sequence ledger.positions restart with %s', base);
  -- Account numbers are known to other banks as IBANs: that of a lost account must not lead to another customer. They have
  -- ten digits or more, which last for 79 years at four a second.
  perform setval(numbers, greatest(
    floor(extract(epoch from began - timestamptz '2026-01-01Z') * 4)::bigint,
    nextval(numbers) + 1000000 + floor(random() * 1000000)::bigint));
  insert into platform.epochs
  select next_number, base, kept, here.system_identifier, here.timeline, why, began
  from platform.server_identity() here;
  insert into platform.events (id, type, version, environment, is_public, data, operation, request_id, created_at)
  select gen_random_uuid(), 'bank.restored', 1, environment, true, jsonb_build_object(
      'epoch', next_number,
      'last_event_id', 'evt_' || lpad(to_hex(kept), 14, '0') || 'ff',
      'first_event_id', 'evt_' || lpad(to_hex(base), 14, '0') || '00',
      'restored_at', to_char(began at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    'epoch.start', 'epoch-' || next_number, began
  from unnest(array['live', 'sandbox']) as environment;
  return next_number;
end $$;

-- Run by each connection that writes, before its first statement: a server that was replaced ends all earlier ones. Returns
-- the number of the epoch if it started one. A standby may be promoted while a connection is open, which would then write
-- unchecked, so that it gets none.
create function platform.enter_epoch() returns integer language plpgsql volatile as $$
declare
  here record;
  known platform.epochs;
  is_locked boolean := false;
begin
  if pg_is_in_recovery() then
    raise exception 'the database server is a standby' using errcode = 'cannot_connect_now';
  end if;
  select * into here from platform.server_identity();
  loop
    select * into known from platform.epochs order by number desc limit 1;
    if (here.system_identifier is null or here.system_identifier is not distinct from known.system_identifier)
      and (here.timeline is null or here.timeline is not distinct from known.timeline) then
      return null;
    end if;
    exit when is_locked;
    lock table platform.epochs in share row exclusive mode;
    is_locked := true;
  end loop;
  if known.system_identifier <> here.system_identifier or known.timeline <> here.timeline then
    return platform.start_epoch('The database was restored, promoted or moved to another server.');
  end if;
  -- What the server did not show before is known from now on.
  update platform.epochs set system_identifier = coalesce(here.system_identifier, known.system_identifier),
    timeline = coalesce(here.timeline, known.timeline)
  where number = known.number;
  return null;
end $$;

insert into platform.epochs (number, base_position, previous_position, system_identifier, timeline, reason, started_at)
select 1, 1, 0, here.system_identifier, here.timeline, 'The first epoch.', now() from platform.server_identity() here;
