-- Pending and failed transfers of an account are read newest first along these, however many other holds it has.
create index holds_transfers_from on ledger.holds (account_id, created_at desc, position desc)
  where purpose = 'transfer' and status <> 'captured';
create index holds_transfers_to on ledger.holds (to_account, created_at desc, position desc)
  where purpose = 'transfer' and status <> 'captured';

-- Deposits and withdrawals among many transfers are found along these. Transfers, which are most, are not in them.
create index moves_cash_from on ledger.moves (from_account, asset, type, from_seq) where type <> 'transfer';
create index moves_cash_to on ledger.moves (to_account, asset, type, to_seq) where type <> 'transfer';
