-- These jobs were replaced by platform.delete_old_rows. Their schedules would go on to send jobs that no node runs. A
-- new database has no schedules yet.
do $$
begin
  if to_regclass('jobs.schedule') is not null then
    delete from jobs.schedule where name in (
      'agent_tools.prune', 'agents.delete_used_challenges', 'conversations.prune', 'machine_payments.prune_answers',
      'mobile.forget_links', 'monitoring.prune', 'notifications.delete_old', 'passkeys.delete_expired',
      'platform.prune_replies', 'requests.prune', 'sdks.prune', 'sms.prune', 'webhooks.prune');
  end if;
end $$;
