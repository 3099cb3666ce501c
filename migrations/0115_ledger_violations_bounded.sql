-- However much is found to be broken, an account's violations and the first of an invariant are found at once.
create index violations_of_account on ledger.violations (account_id, invariant) where resolved_at is null;
create index violations_of_invariant on ledger.violations (invariant, id) where resolved_at is null;
