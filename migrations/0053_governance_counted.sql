-- A vote counts with the smaller of what its voter held when it was cast and when voting ended. The
-- second is known only then: what counted is written down at the end, vote by vote.

alter table governance.proposal_votes add counted_power numeric(38, 0)
  check (counted_power between 0 and voting_power);
alter table governance.votes add counted_power numeric(38, 0)
  check (counted_power between 0 and voting_power);

-- While votes are taken their sums are computed from the votes, so no sum is kept beside them.
update governance.proposals
  set votes_for = 0, votes_against = 0, votes_abstain = 0 where status = 'active';
update governance.polls set total_voting_power = 0 where status = 'active';
comment on column governance.proposals.gcu_supply is
  'All GCU customers held, in smallest units: when the proposal was made, and from its end on, then.';
comment on column governance.proposals.votes_for is 'Written when voting ends, as the next two are.';

-- All balances of one asset. The asset of a row never changes, so no movement of money pays for it.
create index balances_of_asset on ledger.balances (asset, account_id);
