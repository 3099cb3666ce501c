// Screens names against the sanctions list, records the hits, and lets operators decide about them. A hit blocks
// unless an exception covers it; an exception has a reason, an author and an end.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Caller } from '../../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { ExceptionEnded } from '../errors.ts'
import { SanctionsHitDecided } from '../events.ts'
import { hitLife } from '../life-cycle.ts'
import { keyOf } from './names.ts'
import type { SanctionsList } from './list.ts'
import * as store from './store.ts'
import type { HitRow } from './store.ts'
import { toException, toHit } from './view.ts'

interface ScreenContext {
  readonly tx: Db
  readonly caller: Caller
  readonly now: Date
}

export interface Screening {
  /** No hit is left that an exception does not cover. */
  readonly cleared: boolean
  readonly list_version: string | null
  readonly hits: readonly HitRow[]
}

export async function screenName(
  name: string,
  source: HitRow['source'],
  { tx, caller, now }: ScreenContext,
  list: SanctionsList,
): Promise<Screening> {
  const { matches, version } = await list.screen(name)
  if (matches.length === 0) return { cleared: true, list_version: version, hits: [] }
  const { environment } = caller
  const name_key = keyOf(name)
  const excepted = await store.listExceptedEntries(tx, { environment, name_key, now })
  const hits: HitRow[] = []
  for (const { entry, score } of matches)
    hits.push(
      await store.recordHit(tx, {
        id: uuidv7(now),
        environment,
        name,
        name_key,
        entry_id: entry.id,
        entry_name: entry.name,
        program: entry.program,
        score: Math.round(score * 10_000),
        list_version: version!,
        source,
        now,
        isExcepted: excepted.has(entry.id),
      }),
    )
  const cleared = matches.every(({ entry }) => excepted.has(entry.id))
  return { cleared, list_version: version, hits }
}

export interface HitListRequest extends PageRequest {
  readonly status?: HitRow['status']
  readonly name?: string
}

export async function listHits({ status, name, ...page }: HitListRequest, { tx, caller }: Context) {
  const name_key = name === undefined ? undefined : keyOf(name)
  const which = { environment: caller.environment, status, name_key }
  const { rows, total } = await store.listHits(tx, which, page)
  return toPage(rows.map(toHit), total, page)
}

export interface HitDecision {
  readonly decision: 'confirmed' | 'cleared'
  readonly reason: string
  readonly expires_at?: string | undefined
}

/** How long an exception lasts by default; none lasts longer than a year. */
const USUAL_DAYS = 90
const LONGEST_DAYS = 366

export async function getHit(id: string, { tx, caller }: Context): Promise<HitRow> {
  const hit = await store.lockHit(tx, caller.environment, id)
  if (!hit) throw NotFound({ what: 'hit', id })
  return hit
}

export async function decideHit(
  id: string,
  { decision, reason, expires_at }: HitDecision,
  ctx: Context,
): Promise<HitRow> {
  const { tx, now, caller } = ctx
  const hit = await getHit(id, ctx)
  hitLife.check(hit.status, decision === 'confirmed' ? 'confirm' : 'clear')
  const author = caller.user!
  await store.endExceptions(tx, hit, { revoked_by: author, revoked_at: now })
  if (decision === 'cleared') {
    const { environment, name, name_key, entry_id } = hit
    await store.insertException(tx, {
      id: uuidv7(now),
      environment,
      hit_id: hit.id,
      name,
      name_key,
      entry_id,
      reason,
      author,
      expires_at: readExpiry(expires_at, now),
      created_at: now,
    })
  }
  return setStatus(hit, decision, reason, ctx)
}

function readExpiry(given: string | undefined, now: Date): Date {
  const end = given === undefined ? new Date(now.getTime() + USUAL_DAYS * DAY_MS) : new Date(given)
  const latest = now.getTime() + LONGEST_DAYS * DAY_MS
  if (end.getTime() > now.getTime() && end.getTime() <= latest) return end
  throw Invalid({
    errors: { expires_at: ['The exception must expire in the future, within a year.'] },
  })
}

export async function listExceptions(page: PageRequest, { tx, caller, now }: Context) {
  const { rows, total } = await store.listExceptions(tx, caller.environment, page)
  return toPage(
    rows.map((row) => toException(row, now)),
    total,
    page,
  )
}

export async function getException(id: string, { tx, caller }: Context) {
  const found = await store.lockException(tx, caller.environment, id)
  if (!found) throw NotFound({ what: 'exception', id })
  return found
}

export async function revokeException(id: string, reason: string, ctx: Context) {
  const { tx, now, caller } = ctx
  const found = await getException(id, ctx)
  if (found.revoked_at !== null) throw ExceptionEnded({})
  const ended = await store.endException(tx, id, { revoked_by: caller.user!, revoked_at: now })
  const hit = await store.lockHit(tx, caller.environment, found.hit_id)
  if (hit?.status === 'cleared')
    await setStatus(hit, hitLife.check('cleared', 'reopen').to, reason, ctx)
  return ended
}

async function setStatus(
  hit: HitRow,
  status: HitRow['status'],
  reason: string,
  { tx, now, caller, emit }: Context,
): Promise<HitRow> {
  const decided_by = caller.user!
  const changed = await store.updateHit(tx, hit.id, { status, reason, decided_by, decided_at: now })
  emit(SanctionsHitDecided, { hit_id: hit.id, status, decided_by })
  return changed
}
