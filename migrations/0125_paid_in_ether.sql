-- A bridge of wrapped ether may be paid in ether, which the bank wraps one to one: what was paid is what is given back.
alter table cross_chain.bridges add column paid_token text;
update cross_chain.bridges set paid_token = token;
alter table cross_chain.bridges alter column paid_token set not null;

-- The output of a swap behind a bridge whose recipient is outside goes there at its confirmation, and not by way of an
-- account from which somebody could take it meanwhile.
alter table defi.swaps add column pays_out boolean not null default false;
alter table defi.swaps alter column pays_out drop default;
