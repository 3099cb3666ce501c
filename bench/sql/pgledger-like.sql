-- A plain ledger in SQL: one function call is one transfer, one transfer is one transaction.
create table accounts (
  id bigint primary key,
  balance numeric(38, 0) not null check (balance >= 0),
  version bigint not null default 0,
  updated_at timestamptz not null default now()
);

create table transfers (
  id bigint generated always as identity primary key,
  from_account bigint not null references accounts,
  to_account bigint not null references accounts,
  amount numeric(38, 0) not null check (amount > 0),
  created_at timestamptz not null default now()
);

create table entries (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references transfers,
  account_id bigint not null references accounts,
  amount numeric(38, 0) not null,
  balance_after numeric(38, 0) not null,
  account_version bigint not null,
  created_at timestamptz not null default now()
);
create index entries_by_account on entries (account_id, account_version);
create index entries_by_transfer on entries (transfer_id);

create function transfer(sender bigint, receiver bigint, moved numeric) returns bigint
language plpgsql as $$
declare
  payer accounts;
  payee accounts;
  made bigint;
begin
  -- Always in the order of the ids, so that two transfers cannot wait for each other.
  perform from accounts where id in (sender, receiver) order by id for no key update;
  select * into strict payer from accounts where id = sender;
  select * into strict payee from accounts where id = receiver;
  if payer.balance < moved then
    raise exception 'account % holds too little', sender;
  end if;
  insert into transfers (from_account, to_account, amount)
    values (sender, receiver, moved) returning id into made;
  insert into entries (transfer_id, account_id, amount, balance_after, account_version) values
    (made, sender, -moved, payer.balance - moved, payer.version + 1),
    (made, receiver, moved, payee.balance + moved, payee.version + 1);
  update accounts set balance = balance - moved, version = version + 1, updated_at = now()
    where id = sender;
  update accounts set balance = balance + moved, version = version + 1, updated_at = now()
    where id = receiver;
  return made;
end
$$;

insert into accounts (id, balance) select id, 100000000 from generate_series(1, 10000) id;
