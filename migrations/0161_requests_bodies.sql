-- What the programs of a user sent and were answered, beside the entry of the request log with the same id: JSON with
-- secrets replaced, cut at a size, and sealed.
create table requests.bodies (
  id uuid primary key,
  content bytea not null
);
