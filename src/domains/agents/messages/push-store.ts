// SQL of pushing: which mailboxes have messages to push, who holds their leases, and the results.
import { sql } from 'kysely'
import type { Lease } from '../../../operation/deliveries.ts'
import type { Db } from '../../../platform/database.ts'
import type { Step } from './store.ts'
import type { Priority } from './retry-schedule.ts'

/** Takes the lease of the mailbox: no other node pushes its messages until the lease expires. */
export async function claim(tx: Db, agent: string, lease: Lease): Promise<boolean> {
  const { rows } = await sql`
    update agent_messages.mailboxes
    set lease = ${lease.id}, leased_until = now() + make_interval(secs => ${lease.seconds})
    where agent_uuid = ${agent} and (leased_until is null or leased_until < now())
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function renew(tx: Db, agent: string, lease: Lease): Promise<void> {
  await sql`
    update agent_messages.mailboxes
    set leased_until = now() + make_interval(secs => ${lease.seconds})
    where agent_uuid = ${agent} and lease = ${lease.id}`.execute(tx)
}

/** Whether this lease still holds; if so, it holds until the transaction ends. */
export async function holdLease(tx: Db, agent: string, lease: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from agent_messages.mailboxes
    where agent_uuid = ${agent} and lease = ${lease} for update`.execute(tx)
  return rows.length > 0
}

/**
 * Gives up the lease. Without `waitSeconds`, returns whether new messages have arrived since; with it,
 * whether a job must be scheduled for then, which is needless if an earlier one is already scheduled.
 */
export async function release(
  tx: Db,
  agent: string,
  lease: string,
  waitSeconds: number | undefined,
): Promise<{ readonly isBehind: boolean; readonly needsTimer: boolean }> {
  if (!(await holdLease(tx, agent, lease))) return { isBehind: false, needsTimer: false }
  if (waitSeconds === undefined) {
    // Senders schedule no job while the mailbox is leased, so their messages must be found here.
    const isBehind = (await findFirstToPush(tx, agent, lease)) !== undefined
    await sql`
      update agent_messages.mailboxes set lease = null, leased_until = null
      where agent_uuid = ${agent}`.execute(tx)
    return { isBehind, needsTimer: false }
  }
  const wakeAt = sql`now() + make_interval(secs => ${waitSeconds})`
  const { rows } = await sql<{ needs_timer: boolean }>`
    with known as (
      select agent_uuid as id,
        timer_at is null or timer_at <= now() or timer_at > ${wakeAt} as needs_timer
      from agent_messages.mailboxes where agent_uuid = ${agent})
    update agent_messages.mailboxes set lease = null, leased_until = null,
      timer_at = case when known.needs_timer then ${wakeAt} else timer_at end
    from known where agent_uuid = known.id
    returning known.needs_timer`.execute(tx)
  return { isBehind: false, needsTimer: rows[0]?.needs_timer ?? false }
}

export interface ToPush {
  readonly uuid: string
  readonly from_agent_uuid: string
  readonly message_type: string
  readonly priority: Priority
  readonly payload: Record<string, unknown>
  readonly retry_count: number
  readonly next_retry_at: string | null
  readonly sent_at: string
}

/** The message to push first, while this lease holds. */
export async function findFirstToPush(
  tx: Db,
  agent: string,
  lease: string,
): Promise<ToPush | undefined> {
  const { rows } = await sql<ToPush>`
    select uuid, from_agent_uuid, message_type, priority, payload, retry_count, next_retry_at, sent_at
    from agent_messages.messages where to_agent_uuid = ${agent} and wants_push
      and exists (select from agent_messages.mailboxes where agent_uuid = ${agent} and lease = ${lease})
    order by sequence limit 1`.execute(tx)
  return rows[0]
}

/** Schedules the retry, unless the message was delivered in another way meanwhile. */
export async function recordRetry(
  tx: Db,
  uuid: string,
  retry: {
    readonly retry_count: number
    readonly next_retry_at: Date
    readonly last_error: string
  },
): Promise<void> {
  await sql`
    update agent_messages.messages set retry_count = ${retry.retry_count},
      next_retry_at = ${retry.next_retry_at}, last_error = ${retry.last_error}
    where uuid = ${uuid} and wants_push`.execute(tx)
}

/** False when the message was delivered in another way meanwhile. */
export async function markFailed(
  tx: Db,
  uuid: string,
  { from, now, last_error }: Step & { readonly last_error: string },
): Promise<boolean> {
  const { rows } = await sql`
    update agent_messages.messages set status = 'failed', failed_at = ${now}, wants_push = false,
      next_retry_at = null, last_error = ${last_error}
    where uuid = ${uuid} and status = any(${from}::text[]) returning 1`.execute(tx)
  return rows.length > 0
}

/** The agent has no push address any more, so its messages only wait in the inbox. */
export async function stopPushing(tx: Db, agent: string): Promise<void> {
  await sql`
    update agent_messages.messages set wants_push = false, next_retry_at = null
    where to_agent_uuid = ${agent} and wants_push`.execute(tx)
}

/** Mailboxes with messages to push that have neither a lease nor a job to come. */
export async function listUnclaimedMailboxes(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ agent: string }>`
    select agent_uuid as agent from agent_messages.mailboxes
    where agent_uuid in (select to_agent_uuid from agent_messages.messages where wants_push)
      and (leased_until is null or leased_until < now())
      and (timer_at is null or timer_at <= now())`.execute(tx)
  return rows.map((row) => row.agent)
}
