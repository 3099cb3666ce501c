-- A transfer between people costs what any transfer inside the bank costs; the fee comes back with the money.
alter table mobile.p2p_transfers
  -- The default is for nodes of the version before, which charge no fee.
  add column fee_units numeric(38) not null default 0 check (fee_units >= 0);
