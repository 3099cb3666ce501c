-- The hash of the password that the environment gave an operator last. One that it gives later is new
-- when it does not match, whatever the operator's password has become meanwhile.
alter table identity.users add column given_password_hash text;
