-- What operators note about a customer for each other. A note is never changed: a correction is its next version, and the
-- earlier ones stay.
create schema customer_notes;

create table customer_notes.notes (
  id uuid primary key,
  user_uuid uuid not null,
  author uuid not null,
  version integer not null default 1 check (version between 1 and 20),
  created_at timestamptz not null
);
create index notes_user on customer_notes.notes (user_uuid, id desc);

create table customer_notes.versions (
  note_id uuid not null references customer_notes.notes (id),
  version integer not null,
  text text not null check (char_length(text) between 1 and 4000),
  author uuid not null,
  created_at timestamptz not null,
  primary key (note_id, version)
);
create trigger versions_append_only before update or delete on customer_notes.versions
  for each row execute function platform.refuse_change();
