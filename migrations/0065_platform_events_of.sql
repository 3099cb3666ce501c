-- What was written down about one person or account, without looking through everybody's.
create index events_of_user on platform.events (user_uuid, position) where user_uuid is not null;
create index events_of_account on platform.events (account_uuid, position) where account_uuid is not null;
create index events_of_other on platform.events (other_account_uuid, position)
  where other_account_uuid is not null;
