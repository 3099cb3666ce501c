-- The calls of each tenant's customers by month, which its plan bounds.
create table partners.tenant_usage (
  tenant_uuid uuid not null references partners.tenants,
  month date not null check (extract(day from month) = 1),
  calls bigint not null check (calls >= 0),
  primary key (tenant_uuid, month)
);
