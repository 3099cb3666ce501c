// Keeps the daily sums. A reader of the event log folds the moves of a balance into them once enough have come
// together, in the transaction that stores its place; the newest moves stay in the ledger until then and are added by
// each query. A user with rules has sums of their own, which a job rebuilds after each change of a rule.
import { systemCaller } from '../../../../operation/caller.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import type { ReaderDef } from '../../../../operation/reader.ts'
import type { Db } from '../../../../platform/database.ts'
import type { JobDef, Jobs } from '../../../../platform/jobs.ts'
import { listCallerAccounts } from '../../../core/accounts/for-tasks.ts'
import { listTouchedBooks } from '../../../core/ledger/for-tasks.ts'
import type { TouchedBook } from '../../../core/ledger/index.ts'
import { BUDGET_JOB } from '../budgets/service.ts'
import { HAS_NO_BUDGETS, noteChecks } from '../budgets/store.ts'
import { PLAIN, type View } from '../rules/labels.ts'
import { type Aggregation, aggregateBooks, listAggregated } from './store.ts'
import * as views from '../rules/store.ts'
import type { Owner } from '../rules/store.ts'

/** Fewer moves than this are quicker read from the ledger than folded. */
export const AGGREGATE_MIN = 128n
/** The positions of the log in one transaction of the reader. */
const STRETCH_MAX = 2_000
/** The moves in one transaction, roughly; what is left over is folded with a later move of its balance. */
const MOVES_MAX = 5_000n

export const sumsReader = (): ReaderDef => ({
  name: 'spending',
  // Sums are exact however many moves are folded into them.
  givesWay: true,
  async read(tx, _log, { after, until }) {
    const position = Math.min(until, after.position + STRETCH_MAX)
    const touched = await listTouchedBooks(tx, { from: after.position + 1, until: position })
    if (touched.length > 0) await foldTouched(tx, touched)
    return { position, events: touched.length }
  },
})

/** Records the users whose budgets must be checked, because their money moved. */
export const budgetsReader = (jobs: Pick<Jobs, 'send'>, clock: Clock): ReaderDef => ({
  name: 'spending.budgets',
  isIdle: HAS_NO_BUDGETS,
  async read(tx, _log, { after, until }) {
    const position = Math.min(until, after.position + STRETCH_MAX)
    const touched = await listTouchedBooks(tx, { from: after.position + 1, until: position })
    if (touched.length > 0 && (await noteChecks(tx, peopleOf(touched), clock.now())))
      await jobs.send(tx, BUDGET_JOB, {})
    return { position, events: touched.length }
  },
})

const usersOf = ({ user_uuid, manager_uuid }: TouchedBook): string[] =>
  [user_uuid, manager_uuid].filter((user) => user !== null)

/** The owners and managers of the accounts whose money moved. */
function peopleOf(touched: readonly TouchedBook[]): Owner[] {
  const people = touched.flatMap((book) =>
    usersOf(book).map((user_uuid) => ({ environment: book.environment, user_uuid })),
  )
  return [...new Map(people.map((one) => [`${one.environment} ${one.user_uuid}`, one])).values()]
}

async function foldTouched(tx: Db, touched: readonly TouchedBook[]): Promise<void> {
  await foldDue(tx, PLAIN, touched.map(toFold))
  const built = await views.lockBuiltViews(tx, [...new Set(touched.flatMap(usersOf))])
  for (const { view, environment, user_uuid } of built) {
    const own = touched.filter(
      (book) => book.environment === environment && usersOf(book).includes(user_uuid),
    )
    await foldDue(tx, view, own.map(toFold))
  }
}

const toFold = (book: TouchedBook): Aggregation => ({
  account_id: book.id,
  owner: book.user_uuid,
  asset: book.asset,
  seq: BigInt(book.seq),
})

/** Folds the balances that have enough new moves; returns whether some are left. */
async function foldDue(tx: Db, view: View, folds: readonly Aggregation[]): Promise<boolean> {
  const folded = await listAggregated(tx, view, folds)
  const due: Aggregation[] = []
  let room = MOVES_MAX
  let isLeft = false
  const waiting = folds
    .map((fold) => ({ fold, after: folded.get(`${fold.account_id} ${fold.asset}`) ?? 0n }))
    .filter(({ fold, after }) => fold.seq - after >= AGGREGATE_MIN)
    // Balances with the most unfolded moves make queries slowest.
    .toSorted((a, b) => Number(b.fold.seq - b.after - (a.fold.seq - a.after)))
  for (const { fold, after } of waiting) {
    const seq = fold.seq - after > room ? after + room : fold.seq
    if (seq > after) due.push({ ...fold, seq })
    if (seq < fold.seq) isLeft = true
    room -= seq - after
  }
  await aggregateBooks(tx, view, due)
  return isLeft
}

export const VIEWS_JOB = 'spending.views'

const VIEWS_AT_ONCE = 50
const ROWS_DELETED = 5_000

/** Runs after a change of rules, and every ten minutes for the remaining views. */
export const viewMaintenanceJob = (): JobDef => ({
  name: VIEWS_JOB,
  cron: '*/10 * * * *',
  retries: 3,
  run: (_payload, db) => maintainViews(db),
})

/** Builds the views that are new, and deletes those that are not current. */
export async function maintainViews(db: Db): Promise<void> {
  for (;;) {
    const open = await views.listOpenViews(db, VIEWS_AT_ONCE)
    for (const { id, is_current } of open)
      if (is_current) while (await buildPart(db, id));
      else while (await views.deletePartOfView(db, id, ROWS_DELETED));
    if (open.length < VIEWS_AT_ONCE) return
  }
}

/** Folds some moves into a view; false when it is complete or not current any more. */
const buildPart = (db: Db, id: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const found = await views.lockView(tx, id)
    if (!found) return false
    const caller = { ...systemCaller(found.environment), user: found.user_uuid }
    const accounts = await listCallerAccounts({ tx, caller })
    const folds = accounts.flatMap(({ account }) =>
      [...account.books.values()].map((book) => ({
        account_id: account.id,
        owner: account.user_uuid,
        asset: book.asset,
        seq: BigInt(book.seq),
      })),
    )
    const isLeft = await foldDue(tx, found.view, folds)
    if (!isLeft) await views.markBuilt(tx, id)
    return isLeft
  })
