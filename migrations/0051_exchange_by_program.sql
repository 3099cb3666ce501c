-- An order that a connected program placed may not give value away, also when it is set off later.
alter table exchange.orders add column by_program boolean not null default false;
