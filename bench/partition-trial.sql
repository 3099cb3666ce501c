-- The trial of docs/adr/0037: 1,200,000 of the moves that `--scale` fills in, as one table and in 13 parts by position.
-- Run it with psql on the bank of the bench while that is up; it writes only to a schema of its own.
\timing on
set work_mem = '256MB';
set maintenance_work_mem = '512MB';
create schema trial;

create table trial.plain (like ledger.moves including defaults including constraints);
insert into trial.plain select * from ledger.moves where position between 3 and 100002 or position between 1000003 and 2100002;
alter table trial.plain add primary key (entry_id, line);
create unique index on trial.plain (from_account, asset, from_seq);
create unique index on trial.plain (to_account, asset, to_seq);
create unique index on trial.plain (position);
create table trial.parted (like ledger.moves including defaults including constraints) partition by range (position);
alter table trial.parted add primary key (entry_id, line, position);
create unique index on trial.parted (from_account, asset, from_seq, position);
create unique index on trial.parted (to_account, asset, to_seq, position);
create unique index on trial.parted (position);
do $$ begin for i in 0..11 loop
  execute format('create table trial.p%s partition of trial.parted for values from (%s) to (%s)', i,
    case when i = 0 then 0 else 1000003 + (i-1)*100000 end, case when i = 0 then 1000003 else 1000003 + i*100000 end);
end loop; end $$;
create table trial.now_on partition of trial.parted for values from (1000003 + 1100000) to (9000000000);
insert into trial.parted select * from trial.plain;
vacuum analyze trial.plain; vacuum analyze trial.parted;

-- What a lookup costs: by entry, by account and number, and the newest 20 of an account; run each for both tables.
prepare by_entry as select * from trial.parted where entry_id = $1;
prepare by_number as select to_after from trial.parted where from_account = $1 and asset = 'USD' and from_seq = $2;
prepare newest as select * from (
  (select entry_id, from_seq as seq, units from trial.parted
   where from_account = $1 and asset = 'USD' order by from_seq desc limit 20)
  union all
  (select entry_id, to_seq, units from trial.parted
   where to_account = $1 and asset = 'USD' order by to_seq desc limit 20)) page order by seq desc limit 20;
select from_account, entry_id, from_seq from trial.plain where position = 1500003 \gset
explain (analyze, buffers) execute by_entry(:'entry_id');
explain (analyze, buffers) execute by_number(:'from_account', :from_seq);
explain (analyze, buffers) execute newest(:'from_account');

-- The number of a balance twice: refused by one table, accepted by the parts.
insert into trial.parted select (jsonb_populate_record(m, jsonb_build_object('entry_id', gen_random_uuid(), 'position', 4000001))).*
from trial.parted m where position = 1000050;
insert into trial.plain select (jsonb_populate_record(m, jsonb_build_object('entry_id', gen_random_uuid(), 'position', 4000001))).*
from trial.plain m where position = 1000050;

-- An old month leaves and comes back; with its bounds known to hold, attaching does not look at its rows.
alter table trial.parted detach partition trial.p3 concurrently;
alter table trial.p3 add constraint in_range check (position >= 1200003 and position < 1300003) not valid;
alter table trial.p3 validate constraint in_range;
alter table trial.parted attach partition trial.p3 for values from (1200003) to (1300003);
drop schema trial cascade;
