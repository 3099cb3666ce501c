-- Budgets are looked at by a reader of their own, which goes on where the one of the daily sums was: the sums may
-- fall behind while the bank is busy, and nobody should be told late that a budget is used up.
insert into platform.readers (name, position)
select 'spending.budgets', position from platform.readers where name = 'spending';
