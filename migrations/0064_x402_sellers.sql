-- Who put a price on a path: only an operator may sell what the bank itself serves.
alter table x402.endpoints
  add column seller text not null default 'customer' check (seller in ('customer', 'operator'));
update x402.endpoints set seller = 'operator'
  where user_uuid in (select uuid from identity.users where 'admin' = any (roles));
alter table x402.endpoints alter column seller drop default;
