-- SDKs that partners had generated: the request, and the archive of each language until it expires.

create schema sdks;

create table sdks.generations (
  uuid uuid primary key,
  partner_uuid uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  api_version text not null,
  branding jsonb not null,
  modules text[] not null,
  options jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index generations_of on sdks.generations (partner_uuid, environment, created_at desc, uuid desc);
create index generations_expiring on sdks.generations (expires_at);

create table sdks.packages (
  generation_uuid uuid not null references sdks.generations on delete cascade,
  language text not null check (language in ('typescript', 'python', 'java', 'go', 'csharp', 'php')),
  version text not null,
  package_name text not null,
  file_name text not null,
  files text[] not null,
  sha256 text not null check (length(sha256) = 64),
  size_bytes integer not null check (size_bytes > 0),
  archive bytea not null,
  primary key (generation_uuid, language)
);
-- An archive is compressed already.
alter table sdks.packages alter column archive set storage external;

-- How many generations a partner asked for on its last day; the row is also the lock between its calls.
create table sdks.quotas (
  partner_uuid uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  day date not null,
  generated integer not null check (generated > 0),
  primary key (partner_uuid, environment)
);
