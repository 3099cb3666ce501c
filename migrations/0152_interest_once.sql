-- Interest is paid once for each account, asset and day, whatever number of batches asks for the day.
alter table batches.payments add column interest_day date;

-- Of what was paid before, the first payment of a day counts.
with first as (
  select distinct on (p.account_id, p.asset, o.state->>'date')
    p.operation_id, p.account_id, p.asset, (o.state->>'date')::date as day
  from batches.payments p join batches.operations o on o.id = p.operation_id
  where o.type = 'account_interest' and o.state->>'date' is not null
    and p.entry_id is not null and p.reversal_id is null
  order by p.account_id, p.asset, o.state->>'date', p.operation_id
)
update batches.payments p set interest_day = first.day
from first
where (p.operation_id, p.account_id, p.asset) = (first.operation_id, first.account_id, first.asset);

create unique index payments_interest on batches.payments (interest_day, account_id, asset)
  where interest_day is not null and entry_id is not null and reversal_id is null;
