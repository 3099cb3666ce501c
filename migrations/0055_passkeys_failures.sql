-- Wrong signatures are counted by device and address, as wrong passwords are: a stranger who fails on
-- purpose keeps only themselves out, and never the owner.

create table passkeys.failures (
  device_uuid uuid not null references passkeys.devices on delete cascade,
  address text not null,
  -- When the signatures of the last minutes were wrong.
  failed_at timestamptz[] not null default '{}',
  -- Until then the device opens nothing from this address.
  blocked_until timestamptz,
  updated_at timestamptz not null,
  primary key (device_uuid, address)
);
create index failures_old on passkeys.failures (updated_at);

alter table passkeys.devices drop column failed_at, drop column blocked_until;
