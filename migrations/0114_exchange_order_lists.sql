-- The orders of a person or an account are listed newest first for each status along these, and counted along them.
create index orders_of_user on exchange.orders
  (user_uuid, environment, status, created_at desc, id desc) include (pair);
create index orders_of_manager on exchange.orders
  (manager_uuid, environment, status, created_at desc, id desc) include (pair, user_uuid)
  where manager_uuid is not null;
create index orders_of_account on exchange.orders
  (account_id, environment, status, created_at desc, id desc) include (pair, user_uuid);
drop index exchange.orders_user;
drop index exchange.orders_manager;
