// Erases what is due: what need not be kept soon after somebody asked, and the rest when the legal term is over.
import type { Bank } from '../../../operation/bank.ts'
import type { Handlers } from '../../../operation/extension-point.ts'
import type { Context } from '../../../operation/operation.ts'
import type { PersonalData } from '../../../operation/personal-data.ts'
import type { Person } from '../../../operation/personal-data-store.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import { closeAccountsOf } from '../../core/accounts/index.ts'
import { findUsers, revokeAllAccess, type SessionlessAccess } from '../identity/index.ts'
import { eraseRows } from './erasure.ts'
import { toIdentity, toKnownPerson } from './known-person.ts'
import { ERASE_JOB, identityOf } from './service.ts'
import { type ErasureRow, keepIdentity, listDue, markEnded, markErased } from './store.ts'

export const eraseJob = (
  { clock, log, sealer, work }: Pick<Bank, 'clock' | 'log' | 'sealer' | 'work'>,
  data: () => PersonalData,
  access: Handlers<SessionlessAccess>,
): JobDef => ({
  name: ERASE_JOB,
  cron: '*/10 * * * *',
  retries: 3,
  async run(_payload, db) {
    const failures: unknown[] = []
    for (const row of await listDue(db, clock.now())) {
      try {
        const isRepeated = row.asked_by === null && row.erased_at === null
        const person = isRepeated
          ? await work('live', ERASE_JOB, (ctx) => endAgain(row, ctx, access, sealer))
          : personOf(row, sealer)
        await eraseRows(db, data(), person, 'at once')
        if (row.erased_at === null) await markErased(db, row.id, clock.now())
        if (new Date(row.kept_until) > clock.now()) continue
        await eraseRows(db, data(), person, 'when the term is over')
        await markEnded(db, row.id, clock.now())
        log.info({ erasure: row.id }, 'the legal term is over; the rest was erased')
      } catch (error) {
        // The others are erased all the same; this one is tried again.
        log.error({ err: error, erasure: row.id }, 'a person could not be erased')
        failures.push(error)
      }
    }
    if (failures.length > 0)
      throw new Error(`${failures.length} erasures failed`, { cause: failures[0] })
  },
})

/**
 * After a restore: the person is back, with their access. What stands in the way of an erasure stood in the way of the
 * first one; accounts that hold money after the restore are left open.
 */
async function endAgain(
  row: ErasureRow,
  ctx: Context,
  access: Handlers<SessionlessAccess>,
  sealer: Sealer,
): Promise<Person> {
  const uuid = row.user_uuid
  // Known if an earlier run was interrupted.
  if (row.identity !== null) return personOf(row, sealer)
  const user = (await findUsers(ctx.tx, [uuid])).get(uuid)
  if (!user) return { uuid }
  await revokeAllAccess(uuid, undefined, access.handlers, ctx)
  await closeAccountsOf(uuid, ctx)
  await keepIdentity(ctx.tx, row.id, sealer.seal(JSON.stringify(toIdentity(user))))
  return toKnownPerson(uuid, user)
}

function personOf(row: ErasureRow, sealer: Sealer): Person {
  const known = identityOf(row, sealer)
  return known ? toKnownPerson(row.user_uuid, known) : { uuid: row.user_uuid }
}
