-- Erasures of persons, and what may be changed for them in rows that are never changed otherwise.
create schema personal_data;

create table personal_data.erasures (
  id uuid primary key,
  user_uuid uuid not null unique,
  -- The person or the operator who asked; null if the erasure was repeated after a restore.
  asked_by uuid,
  reason text check (char_length(reason) between 1 and 500),
  -- The name and the address, sealed, until the term is over; null if a restore had no longer known them.
  identity bytea,
  asked_at timestamptz not null,
  kept_until timestamptz not null,
  -- When everything was erased that no law makes the bank keep, and when the rest was.
  erased_at timestamptz,
  ended_at timestamptz
);
create index erasures_due on personal_data.erasures (kept_until) where ended_at is null;

-- An erasure says so for its transaction. It may blank texts of payments, but change no number of a ledger, and it may
-- delete notes.
create or replace function platform.refuse_change() returns trigger language plpgsql as $$
declare
  texts constant text[] := '{reference, metadata, agent}';
begin
  if current_setting('florin.erases', true) = 'on' and tg_level = 'ROW' then
    if tg_op = 'DELETE' and tg_table_schema = 'customer_notes' then
      return old;
    elsif tg_op = 'UPDATE' and (tg_table_schema not in ('ledger', 'general_ledger', 'exchange', 'gcu', 'gcu_terms')
      or to_jsonb(new) - texts = to_jsonb(old) - texts) then
      return new;
    end if;
  end if;
  raise exception '%.% is append-only', tg_table_schema, tg_table_name;
end $$;
