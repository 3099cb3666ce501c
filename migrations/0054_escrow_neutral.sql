-- Nobody judges their own case: a resolver belongs to neither side. Escrows under way that named one
-- who does are decided as if none had been named; those that are over stay as they were.

update escrow.escrows set resolver_uuid = null, resolver_did = null, resolver_owner = null
where status in ('created', 'funded', 'disputed') and resolver_owner in (buyer_owner, seller_owner);

alter table escrow.escrows add constraint escrows_resolver_neutral check (
  resolver_owner is null or status not in ('created', 'funded', 'disputed')
  or (resolver_owner <> buyer_owner and resolver_owner <> seller_owner));
