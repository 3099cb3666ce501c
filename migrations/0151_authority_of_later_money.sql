-- What moves money later remembers the key with which it was allowed: it ends with that key. None for a person who was
-- signed in, whose session may end without ending what they allowed in it.
alter table payment_rails.mandates
  add column allowed_with uuid,
  -- The customer, or who manages the account for them. None in mandates of the version before, which count as the
  -- customer's; its nodes may go on writing them during an upgrade.
  add column allowed_by uuid;
-- For counting and ending what a customer gave, in both environments.
create index mandates_given_by on payment_rails.mandates (user_uuid)
  where role = 'debtor' and status in ('active', 'suspended');

alter table mandates.mandates add column allowed_with uuid;
create index mandates_in_force on mandates.mandates (issuer_owner_uuid)
  where status in ('issued', 'accepted', 'executed', 'disputed');

-- Only an operator who is signed in starts a batch.
create index batches_ahead on batches.batches (user_uuid) where status in ('pending', 'scheduled');

create index messages_ahead on payment_files.messages (user_uuid) where scheduled > 0;
