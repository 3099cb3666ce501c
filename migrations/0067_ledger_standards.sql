-- What payment rails, interledger and microfinance need of the ledger: accounts of the bank itself, and a
-- number for each account, from which its IBAN is computed.

-- A payment that left a customer and has not been settled yet is on the clearing account of its rail, which
-- is zero when every payment is settled. The bank's own money outside is 'external:settlement'.
insert into ledger.accounts (id, environment, code, created_at)
select ('00000000-0000-4000-8000-00000000' || env.digit || lpad((number + 8)::text, 3, '0'))::uuid,
  env.name, code, '2026-01-01Z'
from (values ('live', '0'), ('sandbox', '5')) as env (name, digit),
  unnest(array['clearing:ach', 'clearing:fedwire', 'clearing:rtp', 'clearing:fednow',
    'clearing:sepa', 'clearing:sct-inst', 'clearing:swift', 'clearing:interledger',
    'external:settlement', 'loans', 'loan-allowance', 'loan-losses', 'loan-interest',
    'member-shares', 'cash:tellers']) with ordinality as system (code, number);

alter table ledger.accounts add column number bigint generated always as identity;
create unique index accounts_number on ledger.accounts (number);
