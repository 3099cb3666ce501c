-- Tokens that are bridged to the address of another customer arrive there. Custody accounts from before have their address
-- noted when their owner uses them again.
alter table chains.custody add column address text;
create index custody_by_address on chains.custody (environment, address);

-- Whose account a bridge credits, decided when it starts, because they are screened then; null for somebody outside.
alter table cross_chain.bridges add column credited_user uuid;
update cross_chain.bridges set credited_user = user_uuid where destination_account is not null;

-- What is on its way back to somebody who unstaked it.
create index unstakings_of on defi.unstakings (environment, user_uuid, due_at) where due_at is not null;
