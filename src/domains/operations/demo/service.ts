// Loads the demo data once into an empty bank in sandbox mode. Its entries have dates of the past three months, so it
// comes before everything else: no entry may be dated before one that a statement or a closed period counts already.
import { dayOf } from '../../../kernel/days.ts'
import { DAY_MS } from '../../../kernel/durations.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { DemoProgress } from '../../../operation/demo-load.ts'
import type { Context } from '../../../operation/operation.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import type { Db } from '../../../platform/database.ts'
import { DemoNotPossible } from './errors.ts'
import * as store from './store.ts'

export const LOAD_JOB = 'demo.load'
/** The number of days with activity; the prices of a new bank go back a little further. */
const DAYS = 90
/** A load reports several times a second. */
const STALE_MS = 60_000

const PRODUCTION =
  'This bank is in production mode; the demo data is for a bank in sandbox mode only.'
const NOT_EMPTY =
  'The demo data has dates of the past three months, so only a bank without entries takes it. This bank has some.'
const STOPPED =
  'The load stopped in the middle. Load the data again: it continues where it stopped.'

export type DemoOptions = Pick<Bank, 'mode' | 'jobs' | 'clock' | 'loadDemo' | 'log'> & {
  readonly hasNoEntries: (tx: Db) => Promise<boolean>
}

const isStale = ({ updated_at }: store.LoadRow, now: Date): boolean =>
  now.getTime() - Date.parse(updated_at) > STALE_MS

export async function describeLoad({ tx, now }: Context, { mode, hasNoEntries }: DemoOptions) {
  const row = await store.findLoad(tx)
  if (row) return toLoad(row, now)
  const reason = mode !== 'sandbox' ? PRODUCTION : (await hasNoEntries(tx)) ? null : NOT_EMPTY
  const status = reason === null ? ('available' as const) : ('unavailable' as const)
  return { status, step: 0, steps: 0, title: null, reason, updated_at: null }
}

function toLoad(row: store.LoadRow, now: Date) {
  const { step, steps, title, updated_at } = row
  const hasStopped = row.status === 'loading' && isStale(row, now)
  const status = hasStopped ? ('interrupted' as const) : row.status
  return { status, step, steps, title, reason: hasStopped ? STOPPED : row.problem, updated_at }
}

/** Starts the load, or continues one that stopped; a load that runs or has ended stays as it is. */
export async function startLoad(ctx: Context, options: DemoOptions) {
  const { tx, now } = ctx
  if (options.mode !== 'sandbox') throw DemoNotPossible({ reason: PRODUCTION })
  const token = uuidv7(now)
  const row = (await store.findLoad(tx))
    ? await store.takeOver(tx, { token, now, staleBefore: new Date(now.getTime() - STALE_MS) })
    : await insert(token, ctx, options)
  if (row?.token === token) await options.jobs.send(tx, LOAD_JOB, { token })
  return describeLoad(ctx, options)
}

async function insert(token: string, { tx, now }: Context, { hasNoEntries }: DemoOptions) {
  if (!(await hasNoEntries(tx))) throw DemoNotPossible({ reason: NOT_EMPTY })
  return store.insertLoad(tx, {
    token,
    first_day: dayOf(new Date(now.getTime() - DAYS * DAY_MS)),
    until_day: dayOf(now),
    title: 'Getting ready',
    updated_at: now,
  })
}

export const loadJob = (options: DemoOptions): JobDef => ({
  name: LOAD_JOB,
  retries: 0,
  run: (payload, db) => load((payload as { token: string }).token, db, options),
})

async function load(token: string, db: Db, { clock, loadDemo, log }: DemoOptions): Promise<void> {
  const row = await store.findLoad(db)
  if (row?.token !== token || row.status !== 'loading') return
  const { first_day, until_day, done_day } = row
  const change = (fields: Omit<store.LoadChange, 'updated_at'>) =>
    store.updateLoad(db, token, { ...fields, updated_at: clock.now() })
  const report = async ({ step, steps, title, done }: DemoProgress): Promise<boolean> =>
    change({ step, steps, title, done_day: done })
  try {
    const problem = await loadDemo({ first: first_day, until: until_day, done: done_day, report })
    await change(problem === undefined ? { status: 'loaded' } : { status: 'interrupted', problem })
  } catch (error) {
    log.error({ err: error }, 'loading the demo data failed')
    await change({ status: 'interrupted', problem: STOPPED })
  }
}
