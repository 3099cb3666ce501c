-- The job that deletes old rows looks at each of these tables every ten minutes, and must not read a large one whole.
create index email_confirmations_by_expiry on identity.email_confirmations (expires_at);
create index password_resets_by_expiry on identity.password_resets (expires_at);
create index early_reports_by_age on sms.early_reports (reported_at);
create index event_counts_by_minute on monitoring.event_counts (minute);
create index turns_by_end on conversations.turns (until);
