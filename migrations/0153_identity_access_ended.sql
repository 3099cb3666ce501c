-- When a person last ended everything that they had allowed: what was allowed before, and moves money later, no longer
-- stands, also what was still being worked on at that moment.
alter table identity.users add column access_ended_at timestamptz;
