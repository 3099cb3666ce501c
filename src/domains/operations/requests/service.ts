// Pages of a user's own calls, single calls with their bodies, and calls as they are answered. One row more than asked for is read, which shows
// whether another page follows.
import { DAY_SECONDS, HOUR_SECONDS } from '../../../kernel/durations.ts'
import { readJson } from '../../../kernel/json.ts'
import { firstUuidAt, isUuid } from '../../../kernel/uuid.ts'
import { ownerOf } from '../../../operation/caller.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import type { KeptBodies } from './body-keeper.ts'
import * as store from './store.ts'
import type { Followed, Tail } from './tail.ts'

/** A signed-in user sees all calls; a key sees its own, and not the addresses from which its owner signs in. */
function whose(ctx: Context): store.Whose {
  const { kind, id } = ctx.caller.credential!
  return { ...ownerOf(ctx), ...(kind !== 'login' && { credential_id: id }) }
}

export interface CallsRequest
  extends Omit<store.Wanted, keyof store.Whose | 'status_digit' | 'from'> {
  readonly credential_id?: string
  readonly status?: '2xx' | '3xx' | '4xx' | '5xx'
  readonly since?: string
  readonly until?: string
}

export async function listCalls(
  { status, since, until, before, ...request }: CallsRequest,
  ctx: Context,
) {
  const wanted: store.Wanted = {
    ...request,
    ...whose(ctx),
    status_digit: status && Number(status[0]),
    from: since === undefined ? undefined : firstUuidAt(new Date(since)),
    before: earlier(before, until === undefined ? undefined : firstUuidAt(new Date(until))),
    limit: request.limit + 1,
  }
  const rows = await store.listCalls(ctx.tx, wanted)
  const data = rows.slice(0, request.limit)
  if (rows.length > data.length) return { data, next: data.at(-1)!.id }
  const end = await store.findEndOfSearch(ctx.tx, wanted)
  return { data, next: end?.id ?? null }
}

const earlier = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a

export async function getCall(id: string, ctx: Context, sealer: Sealer) {
  const found = isUuid(id) ? await store.findCall(ctx.tx, id, whose(ctx)) : undefined
  if (!found) throw NotFound({ what: 'request', id })
  const { content, ...call } = found
  const kept = content && (readJson(sealer.open(content)) as KeptBodies)
  return {
    ...call,
    exchange: kept && {
      url: kept.url,
      idempotency_key: kept.idempotency_key,
      request_body: kept.request,
      response_body: kept.response,
      left_out: kept.left_out,
      is_cut: kept.is_cut,
    },
  }
}

export function followCalls(wanted: Followed, ctx: Context, tail: Pick<Tail, 'follow'>) {
  return toLive(tail.follow({ ...wanted, ...whose(ctx) }, ctx.ending))
}

async function* toLive(calls: AsyncGenerator<store.CallRow | undefined>) {
  for await (const data of calls)
    yield data && { id: data.id, event_type: 'request.finished' as const, data }
}

/** How a period is divided: few enough stretches to draw, long enough to hold some calls. */
const PERIODS = {
  hour: { seconds: HOUR_SECONDS, stretch: 60 },
  day: { seconds: DAY_SECONDS, stretch: 900 },
  three_days: { seconds: 3 * DAY_SECONDS, stretch: 2_700 },
} as const

export interface StatisticsRequest extends Followed {
  readonly period: keyof typeof PERIODS
}

export async function readStatistics({ period, ...wanted }: StatisticsRequest, ctx: Context) {
  const { seconds, stretch } = PERIODS[period]
  const last = Math.floor(ctx.now.getTime() / 1_000 / stretch) * stretch
  const first = last - seconds + stretch
  const from = firstUuidAt(new Date(first * 1_000))
  const counted = await store.countByStretch(ctx.tx, { ...wanted, ...whose(ctx), from }, stretch)
  const found = new Map(counted.map((one) => [one.begins, one]))
  const data = Array.from({ length: seconds / stretch }, (_, index) => {
    const begins = first + index * stretch
    const at = new Date(begins * 1_000).toISOString()
    const one = found.get(begins)
    if (!one) return { at, calls: 0, refused: 0, failed: 0, latency: null }
    const { calls, refused, failed, p50_ms, p95_ms, p99_ms } = one
    return { at, calls, refused, failed, latency: { p50_ms, p95_ms, p99_ms } }
  })
  const logged = counted.reduce((sum, one) => sum + one.logged, 0)
  return { stretch_seconds: stretch, is_whole: logged < store.CALLS_COUNTED_MAX, data }
}
