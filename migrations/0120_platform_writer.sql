-- The node that writes for all others, and where they reach it. A hint only: versions decide what is written.
create table platform.writer (
  one boolean primary key default true check (one),
  node text not null,
  address text not null,
  build text not null,
  elected_at timestamptz not null
);
