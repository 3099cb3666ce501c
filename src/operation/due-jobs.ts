// Work that is due at an instant. `dueJobs` makes two jobs: one that is sent for the instant itself, and a
// sweep every minute for items that it missed. Each item has its own transaction, so that a failing item
// does not block the others. `sweepDue` is for work that is not urgent: it settles many items in each short
// transaction.
import type { Bank } from './bank.ts'
import { type Environment, systemCaller } from './caller.ts'
import type { Context } from './operation.ts'
import { runAsSystem } from './system-work.ts'
import type { Db } from '../platform/database.ts'
import type { JobDef, Jobs, JobSpends } from '../platform/jobs.ts'

export interface Due {
  readonly uuid: string
  readonly environment: Environment
  readonly expires_at: string
}

interface DueWork {
  readonly bank: Pick<Bank, 'clock' | 'log' | 'invalidate'>
  /** The name of the sweep; the job for a single item is called `name` + '_one'. */
  readonly name: string
  /** How it takes customers' money, if it does. */
  readonly spends?: JobSpends
  readonly list: (
    db: Db,
    which: { readonly now: Date; readonly after: Due | undefined; readonly limit: number },
  ) => Promise<Due[]>
  /** Checks again under a lock that the item is still due, and settles it. */
  readonly settle: (uuid: string, ctx: Context) => Promise<void>
}

const BATCH_MAX = 500
const RETRIES = 3

export function dueJobs(work: DueWork): JobDef[] {
  const { name, spends, list, settle } = work
  const { clock, log, invalidate } = work.bank
  const declared = spends && { spends }
  const settleOne = ({ uuid, environment }: Omit<Due, 'expires_at'>, db: Db): Promise<void> =>
    runAsSystem(
      {
        db,
        now: clock.now(),
        caller: systemCaller(environment),
        operation: name,
        invalidate,
        spends,
      },
      (ctx) => settle(uuid, ctx),
    )
  return [
    {
      ...declared,
      name: oneJob(name),
      retries: RETRIES,
      run: (payload, db) => settleOne(payload as Omit<Due, 'expires_at'>, db),
    },
    {
      ...declared,
      name,
      cron: '* * * * *',
      retries: 0,
      async run(_payload, db) {
        for (let after: Due | undefined; ; ) {
          const due = await list(db, { now: clock.now(), after, limit: BATCH_MAX })
          for (const one of due)
            await settleOne(one, db).catch((error: unknown) =>
              log.warn(
                { err: error, uuid: one.uuid },
                `${name}: this item failed; the next sweep tries it again`,
              ),
            )
          if (due.length < BATCH_MAX) return
          after = due.at(-1)
        }
      },
    },
  ]
}

const oneJob = (name: string): string => `${name}_one`

/** Called in the transaction that creates the item. The job runs a second late, when the item is surely due. */
export async function sendWhenDue(
  jobs: Pick<Jobs, 'send'>,
  name: string,
  { uuid, environment, expires_at }: Due,
  ctx: Context,
): Promise<void> {
  const afterSeconds = Math.ceil((new Date(expires_at).getTime() - ctx.now.getTime()) / 1000) + 1
  await jobs.send(ctx.tx, oneJob(name), { uuid, environment }, { afterSeconds })
}

/** Settles all due work in each environment, batch by batch; `some` settles one batch and returns its size. */
export async function sweepDue(
  db: Db,
  { clock, invalidate }: Pick<Bank, 'clock' | 'invalidate'>,
  /** Recorded as the operation that did it. */
  name: string,
  some: (ctx: Context) => Promise<number>,
): Promise<void> {
  for (const environment of ['live', 'sandbox'] as const) {
    const caller = systemCaller(environment)
    while (
      (await runAsSystem({ db, now: clock.now(), caller, operation: name, invalidate }, some)) > 0
    );
  }
}
