// Proves accounts in quarantine again, from their first move on, and releases those that are sound: all in one call, or
// as a job in batches, each in a transaction of its own. Nothing is written to these accounts meanwhile, and the lock of
// the prover keeps out passes that could quarantine them again.
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import type { Bank } from '../../../../operation/bank.ts'
import { Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import type { JobDef } from '../../../../platform/jobs.ts'
import { RecheckInProgress } from '../errors.ts'
import { ACCOUNT_CHANGED } from '../postings/service.ts'
import { proveSome, proveSum, type Sum } from './full-proof.ts'
import type { Finding } from './invariants.ts'
import type { OwnerCheck } from './opening-proof.ts'
import {
  advanceRecheck,
  endRecheck,
  findRecheck,
  findRunningRecheck,
  insertRecheck,
  listNotQuarantined,
  listWaiting,
  lockRunningRecheck,
  type RecheckRow,
} from './recheck-store.ts'
import { tryLockOutRewrites } from './snapshot-store.ts'
import { snapshotsOf, withinTransaction } from './snapshots.ts'
import {
  acceptBalances,
  insertViolations,
  listRecheckTargets,
  listSubjects,
  lockProver,
  recordSum,
  resolveViolations,
  setQuarantine,
} from './store.ts'

export interface RecheckOptions extends Pick<Bank, 'jobs' | 'log' | 'work'> {
  readonly db: Db
  readonly ownerChecks: Handlers<OwnerCheck>
  readonly batchMax?: number
}

export interface RecheckRequest {
  readonly covers: 'all' | 'listed'
  readonly account_uuids?: readonly string[]
}

export interface Rechecked {
  readonly lifted: readonly string[]
  readonly broken: readonly string[]
}

export const RECHECK_JOB = 'ledger.recheck'

/** Accounts that are proved in one transaction, during which no pass of the prover runs. */
const BATCH_MAX = 50
/** After this many the job sends itself again, so that a node that stops waits for a short job only. */
const BATCHES_MAX = 10

type WriteContext = Pick<Context, 'tx' | 'now' | 'invalidate'>

export class Rechecks {
  private readonly options: RecheckOptions

  constructor(options: RecheckOptions) {
    this.options = options
  }

  /** The sum is proved in a snapshot of its own, so before the transaction that holds locks. */
  async prepare(): Promise<Sum> {
    const { db } = this.options
    if (!(await db.transaction().execute(tryLockOutRewrites))) throw Rewriting()
    return this.proveSum()
  }

  /** Proves every account in quarantine again. */
  async recheckAll(ctx: WriteContext, sum: Sum): Promise<Rechecked> {
    await lockProver(ctx.tx)
    if (!(await tryLockOutRewrites(ctx.tx))) throw Rewriting()
    const { accounts, subjects } = await listRecheckTargets(ctx.tx)
    const findings = [...(await this.prove(ctx, accounts, subjects)), ...sum.findings]
    await resolveViolations(ctx.tx, 'all', findings, ctx.now)
    await recordSum(ctx.tx, sum, ctx.now)
    return release(ctx, accounts, findings)
  }

  /** Starts a recheck of these accounts, or of all in quarantine, unless the same is in progress. */
  async start(ctx: Context, request: RecheckRequest): Promise<RecheckRow> {
    const { tx, now } = ctx
    const { account_uuids: accounts } = request
    checkRequest(request)
    if (accounts) await checkQuarantined(tx, accounts)
    const started = await insertRecheck(tx, { id: uuidv7(now), accounts, now })
    if (started) {
      await this.options.jobs.send(tx, RECHECK_JOB, {})
      return started
    }
    const running = await findRunningRecheck(tx)
    // It has ended between the two statements.
    if (!running) return this.start(ctx, request)
    if (accounts || running.covers !== 'all') throw RecheckInProgress({ recheck_uuid: running.id })
    return running
  }

  /** Each node that finds an unfinished recheck takes it up, one at a time. */
  readonly job: JobDef = {
    name: RECHECK_JOB,
    cron: '* * * * *',
    retries: 0,
    run: async (_payload, db) => {
      for (let batches = 0; batches < BATCHES_MAX; batches++) if (!(await this.advance())) return
      await this.options.jobs.send(db, RECHECK_JOB, {})
    },
  }

  /** Proves the next accounts; false if there is nothing to do, another node does it, or a migration is in progress. */
  async advance(): Promise<boolean> {
    const { work, batchMax = BATCH_MAX } = this.options
    const outcome = await work('live', RECHECK_JOB, async (ctx) => {
      const { tx, now } = ctx
      const recheck = await lockRunningRecheck(tx)
      if (!recheck) return 'idle'
      await lockProver(tx)
      if (!(await tryLockOutRewrites(tx))) return 'idle'
      const accounts = await listWaiting(tx, recheck.id, batchMax)
      if (accounts.length === 0) return 'proved'
      const findings = await this.prove(ctx, accounts, await listSubjects(tx, accounts))
      await resolveViolations(tx, accounts, findings, now)
      const { lifted } = await release(ctx, accounts, findings)
      await advanceRecheck(tx, recheck.id, { accounts, released: lifted.length }, now)
      return 'more'
    })
    if (outcome === 'proved') await this.end()
    return outcome === 'more'
  }

  /** After the last account the sums are proved, whose violations name no account. */
  private async end(): Promise<void> {
    const sum = await this.proveSum()
    await this.options.work('live', RECHECK_JOB, async ({ tx, now }) => {
      const recheck = await lockRunningRecheck(tx)
      if (!recheck) return
      await resolveViolations(tx, 'sums', sum.findings, now)
      await insertViolations(tx, sum.findings, now)
      await recordSum(tx, sum, now)
      await endRecheck(tx, recheck.id, now)
    })
  }

  private proveSum(): Promise<Sum> {
    const { db, log } = this.options
    return proveSum(snapshotsOf(db, (text) => log.info(text)))
  }

  /** Every statement sees the same state of these accounts, which do not change, and of tables, which are locked. */
  private prove(
    { tx }: WriteContext,
    accounts: readonly string[],
    subjects: readonly string[],
  ): Promise<Finding[]> {
    const { handlers } = this.options.ownerChecks
    return proveSome(withinTransaction(tx), accounts, subjects, handlers)
  }
}

/** Records the findings, and releases the accounts without any. */
async function release(
  { tx, now, invalidate }: WriteContext,
  accounts: readonly string[],
  findings: readonly Finding[],
): Promise<Rechecked> {
  const broken = new Set(findings.map((finding) => finding.account_id))
  const lifted = accounts.filter((id) => !broken.has(id))
  await insertViolations(tx, findings, now)
  await acceptBalances(tx, lifted)
  await setQuarantine(
    tx,
    lifted.map((id) => ({ id, reason: null })),
  )
  for (const id of lifted) invalidate(ACCOUNT_CHANGED, id)
  return { lifted, broken: accounts.filter((id) => broken.has(id)) }
}

export async function getRecheck(tx: Db, id: string): Promise<RecheckRow> {
  const recheck = isUuid(id) ? await findRecheck(tx, id) : undefined
  if (!recheck) throw NotFound({ what: 'recheck', id })
  return recheck
}

function checkRequest({ covers, account_uuids }: RecheckRequest): void {
  if ((covers === 'listed') === (account_uuids !== undefined)) return
  const problem = account_uuids
    ? 'The account_uuids field must be absent when covers is all.'
    : 'The account_uuids field is required when covers is listed.'
  throw Invalid({ errors: { account_uuids: [problem] } })
}

async function checkQuarantined(tx: Db, accounts: readonly string[]): Promise<void> {
  const others = await listNotQuarantined(tx, accounts)
  if (others.length === 0) return
  const errors = others.map((id) => [
    `account_uuids.${accounts.indexOf(id)}`,
    [`The account ${id} is not in quarantine.`],
  ])
  throw Invalid({ errors: Object.fromEntries(errors) })
}

const Rewriting = () =>
  Unavailable({
    reason: 'A migration rewrites a table of the bank; send the request again when it has ended.',
  })
