-- An address is proven by a code that was mailed to it, by a reset by mail, or by an operator. Before, nobody could prove
-- one: so everybody who was registered by then counts as proven, or all customers would lose the use of their accounts.
update identity.users set email_verified_at = created_at where email_verified_at is null;

-- The code that was last mailed to somebody whose address is not proven yet.
create table identity.email_confirmations (
  user_uuid uuid primary key references identity.users (uuid),
  hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
