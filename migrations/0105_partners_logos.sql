-- Logos that the bank keeps for partners, so that no page loads an image from another host. They are served under
-- their hash, so a change of logo is a new address and the old one can be cached for ever.
create table partners.logos (
  partner_uuid uuid not null references partners.partners,
  environment text not null check (environment in ('live', 'sandbox')),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null check (width between 1 and 2048),
  height integer not null check (height between 1 and 2048),
  content bytea not null check (octet_length(content) <= 65536),
  uploaded_by uuid not null,
  uploaded_at timestamptz not null,
  primary key (partner_uuid, environment)
);
create index logos_hash on partners.logos (hash);
