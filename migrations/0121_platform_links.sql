-- The links over which nodes forward postings to the one that writes. A posting that was forwarded is written only while
-- its link is here. A node that lost the writer deletes its link, which waits for batches that are being written, and
-- then knows that nothing it has sent can happen any more.
create table platform.links (
  id uuid primary key,
  door text not null,
  writer text not null,
  made_at timestamptz not null default now()
);
