-- The keys of the bank, each wrapped by every FLORIN_SECRET that may open it (docs/keys.md), and the progress of sealing rows
-- anew under a newer root key. The version before does not read these tables.
create table platform.keys (
  purpose text not null,
  generation integer not null check (generation between 1 and 65535),
  created_at timestamptz not null,
  -- Every node knows the key before one of them uses it.
  activates_at timestamptz not null,
  -- Until then what clients hold by earlier generations, such as cookies, still counts.
  earlier_until timestamptz not null,
  primary key (purpose, generation)
);

create table platform.key_wrappings (
  purpose text not null,
  generation integer not null,
  secret_fingerprint text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  primary key (purpose, generation, secret_fingerprint),
  foreign key (purpose, generation) references platform.keys on delete cascade
);

-- One row for each sealed column and generation. A pass reads the blocks of the table in order, a batch per transaction;
-- `position` is the next block, so that another node goes on where one stopped.
create table platform.reseals (
  generation integer not null,
  table_name text not null,
  column_name text not null,
  position bigint not null default 0,
  blocks bigint not null,
  passes integer not null default 1,
  resealed bigint not null default 0,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (generation, table_name, column_name)
);
