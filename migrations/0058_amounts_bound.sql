-- One amount is far smaller than what a balance holds, and a balance of a customer far smaller than one
-- of the bank: nobody's deposits use up the room of anybody else.

-- The largest amount of one operation, in whole units of the asset. A hundred million of the largest
-- amounts fit into one customer's balance, which holds up to 10^38 smallest units.
alter table assets.assets add column max_amount bigint not null default 1000000000000
  check (max_amount between 1 and 1000000000000000 and max_amount * 10::numeric ^ precision <= 1e30);
update assets.assets set max_amount = least(1e15, 10::numeric ^ (30 - precision))::bigint;

-- The bank's own accounts are the other side of all customers together: 10^38 full balances fit into one.
-- Widening a numeric rewrites no row.
alter table ledger.balances alter column units type numeric(76, 0);
alter table ledger.moves
  alter column from_after type numeric(76, 0),
  alter column to_after type numeric(76, 0);
alter table ledger.proofs alter column units type numeric(76, 0);
