-- One reset token of a person at a time: asking again replaces the one before.
delete from identity.password_resets;
alter table identity.password_resets
  drop column used_at,
  add constraint password_resets_one unique (user_uuid);
drop index identity.password_resets_user;

-- How often a mail was asked for, by the hash of the address, whether anybody here has it or not.
create table identity.reset_mails (
  address_hash bytea primary key,
  asked_at timestamptz[] not null
);
