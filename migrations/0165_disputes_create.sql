-- Disputes: a customer objects to a payment of theirs, and the bank decides. The refund is in the ledger: a reversal out of
-- the receiver's account, or money of the bank out of 'dispute-losses'.

insert into ledger.accounts (id, environment, code, created_at)
select ('00000000-0000-4000-8000-00000000' || env.digit || '031')::uuid, env.name, 'dispute-losses',
  '2026-01-01Z'
from (values ('live', '0'), ('sandbox', '5')) as env (name, digit);

create schema disputes;

create table disputes.disputes (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  -- The move that is disputed, as it is in the ledger.
  entry_id uuid not null,
  line int not null,
  payer_account uuid not null,
  receiver_account uuid not null,
  asset text not null,
  payment_units numeric(38) not null check (payment_units > 0),
  paid_at timestamptz not null,
  -- The customer who disputes it: the owner or the manager of the paying account.
  payer_uuid uuid not null,
  receiver_uuid uuid not null,
  -- A receiver knows of the dispute from this moment on. A thief is not warned by the customer's complaint alone.
  receiver_notified_at timestamptz,
  units numeric(38) not null check (units > 0 and units <= payment_units),
  reason text not null
    check (reason in ('unauthorised', 'not_received', 'wrong_amount', 'duplicate', 'other')),
  description text check (char_length(description) between 1 and 1000),
  status text not null
    check (status in ('open', 'awaiting_payer', 'accepted', 'rejected', 'withdrawn', 'expired')),
  created_at timestamptz not null,
  decide_by timestamptz not null,
  -- Until when the customer has to answer the bank's question.
  answer_by timestamptz,
  closed_at timestamptz,
  decided_by uuid,
  decision_reason text check (char_length(decision_reason) between 1 and 500),
  refund_from text check (refund_from in ('receiver', 'bank')),
  refund_units numeric(38) check (refund_units > 0 and refund_units <= units),
  refund_entry uuid,
  check ((status in ('open', 'awaiting_payer')) = (closed_at is null)),
  check ((status = 'awaiting_payer') = (answer_by is not null)),
  check ((status = 'accepted') = (refund_from is not null)),
  check ((refund_from is null) = (refund_units is null) and (refund_from is null) = (refund_entry is null)),
  check ((status in ('accepted', 'rejected')) = (decided_by is not null))
);
-- One dispute at a time, and none after a decision: a payment is refunded once at most.
create unique index disputes_payment on disputes.disputes (entry_id)
  where status not in ('withdrawn', 'expired');
create index disputes_history on disputes.disputes (entry_id, id);
create index disputes_payer on disputes.disputes (environment, payer_uuid, id);
create index disputes_receiver on disputes.disputes (environment, receiver_uuid, id)
  where receiver_notified_at is not null;
create index disputes_queue on disputes.disputes (environment, decide_by, id)
  where status in ('open', 'awaiting_payer');
create index disputes_status on disputes.disputes (environment, status, id);
create index disputes_unanswered on disputes.disputes (answer_by, id) where status = 'awaiting_payer';

-- What the bank and one of the two parties write to each other. The other party does not see it.
create table disputes.messages (
  id uuid primary key,
  dispute_id uuid not null references disputes.disputes,
  thread text not null check (thread in ('payer', 'receiver')),
  is_from_bank boolean not null,
  author_uuid uuid not null,
  text text not null check (char_length(text) between 1 and 1000),
  created_at timestamptz not null
);
create index messages_dispute on disputes.messages (dispute_id, id);
