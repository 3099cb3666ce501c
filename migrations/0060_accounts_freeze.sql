-- Who froze an account, while it is frozen: only they make it active again, or an operator. What an
-- operator froze only an operator makes active again.

alter table accounts.accounts
  add column frozen_by uuid,
  add column frozen_by_operator boolean,
  add check ((frozen_by is null) = (frozen_by_operator is null));

-- Whoever froze an account before that they neither own nor manage was an operator.
update accounts.accounts a
set frozen_by = last.user_uuid,
  frozen_by_operator = last.user_uuid not in (a.user_uuid, coalesce(a.manager_uuid, a.user_uuid))
from (
  select distinct on (account_uuid) account_uuid, status, user_uuid from accounts.status_changes
  order by account_uuid, created_at desc, id desc) last
where last.account_uuid = a.uuid and last.status = 'frozen' and last.user_uuid is not null;
