// All SQL of the schema `demo`. No rules here.
import type { Day } from '../../../kernel/days.ts'
import type { Db } from '../../../platform/database.ts'

const COLUMNS = [
  'token',
  'status',
  'first_day',
  'until_day',
  'done_day',
  'step',
  'steps',
  'title',
  'problem',
  'updated_at',
] as const

export type LoadRow = NonNullable<Awaited<ReturnType<typeof findLoad>>>

export const findLoad = (tx: Db) => tx.selectFrom('demo.loads').select(COLUMNS).executeTakeFirst()

export interface NewLoad {
  readonly token: string
  readonly first_day: Day
  readonly until_day: Day
  readonly title: string
  readonly updated_at: Date
}

/** Undefined if another call has inserted it. */
export const insertLoad = (tx: Db, load: NewLoad) =>
  tx
    .insertInto('demo.loads')
    .values({ ...load, status: 'loading', step: 0, steps: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()

interface TakeOver {
  readonly token: string
  readonly now: Date
  /** A load that reported nothing since then has stopped. */
  readonly staleBefore: Date
}

/** Continues a load that stopped; undefined if there is none. */
export const takeOver = (tx: Db, { token, now, staleBefore }: TakeOver) =>
  tx
    .updateTable('demo.loads')
    .set({ token, status: 'loading', problem: null, updated_at: now })
    .where((where) =>
      where.or([
        where('status', '=', 'interrupted'),
        where.and([
          where('status', '=', 'loading'),
          where('updated_at', '<', staleBefore.toISOString()),
        ]),
      ]),
    )
    .returning(COLUMNS)
    .executeTakeFirst()

export interface LoadChange {
  readonly status?: 'interrupted' | 'loaded'
  readonly done_day?: Day | null
  readonly step?: number
  readonly steps?: number
  readonly title?: string
  readonly problem?: string
  readonly updated_at: Date
}

/** False if another load has taken over. */
export async function updateLoad(tx: Db, token: string, change: LoadChange): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('demo.loads')
    .set(change)
    .where('token', '=', token)
    .where('status', '=', 'loading')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
