-- Payments to other banks that start in files and in open banking.

-- The rails that were tried before the one that has the payment: rail, external_id, code, reason, submitted_at, ended_at.
alter table payment_rails.payments add column attempts jsonb not null default '[]';

-- What the account holder pays on top of the amount, as it is shown before they decide.
alter table open_banking.payments
  add column fee_units numeric(38, 0) not null default 0 check (fee_units >= 0);
alter table open_banking.payments alter column fee_units drop default;
