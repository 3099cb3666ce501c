-- When a person last proved who they are in a session, by password or passkey. What could lock its owner out of an account
-- needs a proof of the last minutes, so that a stolen session is not enough. Sessions of before have none.
alter table identity.credentials add column proved_at timestamptz;
