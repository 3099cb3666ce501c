-- Whose accounts are these: asked by every list over all accounts of a user. Written when an account is
-- opened and never after, so no movement of money pays for it.

create index if not exists accounts_user on ledger.accounts (user_uuid);
create index if not exists accounts_manager on ledger.accounts (manager_uuid) where manager_uuid is not null;
