// The rules of erasures: who may be erased, what ends at once, and what is kept until when.
import { isUuid, uuidv7 } from '../../../kernel/uuid.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Handlers } from '../../../operation/extension-point.ts'
import type { LongWork } from '../../../operation/long-work.ts'
import type { Context } from '../../../operation/operation.ts'
import type { PersonalData } from '../../../operation/personal-data.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { closeAccountsOf } from '../../core/accounts/index.ts'
import {
  getPerson,
  lockPerson,
  revokeAllAccess,
  type SessionlessAccess,
} from '../identity/index.ts'
import { describeErasure, eraseAtOnce, findObstacles, type ObstacleFound } from './erasure.ts'
import { ErasureBlocked, IdentityNotKept } from './errors.ts'
import { UserErased } from './events.ts'
import { task } from './export.ts'
import { type Identity, toIdentity, toKnownPerson } from './known-person.ts'
import * as store from './store.ts'

export const ERASE_JOB = 'personal_data.erase'

export interface ErasureOptions {
  readonly data: () => PersonalData
  readonly sessionlessAccess: Handlers<SessionlessAccess>
  readonly sealer: Sealer
  readonly jobs: Pick<Jobs, 'send'>
  readonly years: number
}

/** What others see of the person, and how they would sign in or register again. */
const SEEN_BY_OTHERS = ['identity.users', 'ledger.accounts']

const addYears = (date: Date, years: number): Date => {
  const later = new Date(date)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

export async function preview(
  user: string,
  ctx: Context,
  { data, years, work }: ErasureOptions & { readonly work: LongWork },
) {
  const found = await getPerson(user, ctx)
  const person = toKnownPerson(found.uuid, found)
  const others = await work(task('obstacles'), { data: data(), person }, ctx.caller)
  const obstacles = [...officeOf(found.roles), ...others]
  const until = addYears(ctx.now, years).toISOString()
  return { can_be_erased: obstacles.length === 0, obstacles, ...describeErasure(data(), until) }
}

const officeOf = (roles: readonly string[]): ObstacleFound[] =>
  roles.includes('admin') ? [{ what: 'the office of an operator', count: 1 }] : []

/**
 * The access of the person ends, their accounts are closed and their name is gone when this commits. A job erases the
 * rest.
 */
export async function erase(
  user: string,
  reason: string | null,
  ctx: Context,
  options: ErasureOptions,
) {
  const { tx, now } = ctx
  const data = options.data()
  const found = await lockPerson(user, ctx)
  const { uuid } = found
  const person = toKnownPerson(uuid, found)
  const obstacles = [...officeOf(found.roles), ...(await findObstacles(tx, data, person))]
  if (obstacles.length > 0) throw ErasureBlocked({ obstacles })
  await revokeAllAccess(uuid, undefined, options.sessionlessAccess.handlers, ctx)
  // Money may have come in since; the accounts are locked now.
  const left = (await closeAccountsOf(uuid, ctx)).filter(
    ({ environment }) => environment === 'live',
  )
  if (left.length > 0)
    throw ErasureBlocked({
      obstacles: [{ what: 'accounts that cannot be closed', count: left.length }],
    })
  await eraseAtOnce(tx, data, person, SEEN_BY_OTHERS)
  const row = await store.insertErasure(tx, {
    id: uuidv7(now),
    user_uuid: uuid,
    asked_by: ctx.caller.user!,
    reason,
    identity: options.sealer.seal(JSON.stringify(toIdentity(found))),
    asked_at: now,
    kept_until: addYears(now, options.years),
  })
  await options.jobs.send(tx, ERASE_JOB, {})
  const { id, kept_until } = row!
  ctx.emit(UserErased, { user_uuid: uuid, erasure_id: id, kept_until }, { user_uuid: uuid })
  return { ...toErasure(row!), ...describeErasure(data, kept_until) }
}

export function toErasure(row: store.ErasureRow) {
  const { id, user_uuid, asked_at, asked_by, kept_until, erased_at, ended_at } = row
  const status = statusOf(row)
  return { id, user_uuid, asked_at, asked_by, status, kept_until, erased_at, ended_at }
}

const statusOf = ({ erased_at, ended_at }: store.ErasureRow): 'erasing' | 'kept' | 'ended' => {
  if (ended_at !== null) return 'ended'
  return erased_at === null ? 'erasing' : 'kept'
}

export async function listErasures(page: PageRequest, { tx }: Context) {
  const { rows, total } = await store.listErasures(tx, page)
  return { rows: rows.map((row) => ({ ...toErasure(row), reason: row.reason })), total }
}

/** For an authority: the name and the address are kept sealed until the term is over. */
export async function disclose(id: string, { tx }: Context, sealer: Sealer) {
  const row = isUuid(id) ? await store.findErasure(tx, id.toLowerCase()) : undefined
  if (!row) throw NotFound({ what: 'erasure', id })
  const known = identityOf(row, sealer)
  if (!known) throw IdentityNotKept({})
  return { user_uuid: row.user_uuid, name: known.name, email: known.email }
}

export function identityOf(
  { identity }: Pick<store.ErasureRow, 'identity'>,
  sealer: Sealer,
): Identity | undefined {
  return identity === null ? undefined : (JSON.parse(sealer.open(identity)) as Identity)
}
