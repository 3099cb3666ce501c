// Advances polls and proposals with time: starts polls, ends votes whose time is over, and carries
// out decisions. Each runs in its own transaction with its row locked, so any node may run this at any
// time, also concurrently. A failure does not stop the others and is retried at the next run.
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { type Environment, systemCaller } from '../../../operation/caller.ts'
import { AppError, excuseDatabase } from '../../../operation/error.ts'
import type { Context, Invalidate } from '../../../operation/operation.ts'
import { runAsSystem } from '../../../operation/system-work.ts'
import type { Db } from '../../../platform/database.ts'
import { type BasketPort, readShares } from './composition.ts'
import { PollCompleted } from './events.ts'
import { pollLife, proposalLife } from './life-cycle.ts'
import * as polls from './polls/store.ts'
import type { Execution, PollRow } from './polls/store.ts'
import { closePoll, startPoll } from './polls/service.ts'
import * as proposals from './proposals/store.ts'
import type { ProposalRow } from './proposals/store.ts'
import { hasPassed, participationOf, subjectOf } from './proposals/service.ts'

export interface VoteSettlerOptions {
  readonly basket: BasketPort
  readonly clock: Clock
  readonly log: Logger
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
}

export class VoteSettler {
  private readonly options: VoteSettlerOptions

  constructor(options: VoteSettlerOptions) {
    this.options = options
  }

  async run(db: Db): Promise<void> {
    const now = this.options.clock.now()
    for (const proposal of await proposals.listUnsettledProposals(db, now))
      await this.settle({ proposal: proposal.id }, () => this.settleProposal(proposal, db))
    for (const poll of await polls.listUnsettledPolls(db, now))
      await this.settle({ poll: poll.uuid }, () => this.settlePoll(poll, db))
  }

  private async settle(which: object, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.options.log.warn(
        { err: error, ...which },
        'could not settle a vote; the next run tries again',
      )
    }
  }

  /** Ends the vote in a first transaction, so that the end stays recorded even if the basket refuses. */
  private async settleProposal({ id, environment }: ProposalRow, db: Db): Promise<void> {
    await this.inTransaction(db, environment, async (ctx) => {
      const row = await proposals.lockProposal(ctx.tx, { id, environment })
      const status = row && proposalLife.next(row.status, 'close')
      if (status) await proposals.closeProposal(ctx.tx, row, { status, closed_at: ctx.now })
    })
    try {
      await this.inTransaction(db, environment, (ctx) => this.decide(id, ctx))
    } catch (error) {
      await this.inTransaction(db, environment, (ctx) => this.recordObstacle(id, error, ctx))
      throw error
    }
  }

  private async decide(id: string, ctx: Context): Promise<void> {
    const { environment } = ctx.caller
    const row = await proposals.lockProposal(ctx.tx, { id, environment })
    const passed = row !== undefined && hasPassed(row)
    const status = row && proposalLife.next(row.status, passed ? 'implement' : 'reject')
    if (!status) return
    if (passed) {
      const result = await this.options.basket.applyComposition(ctx, row.proposed_composition)
      await proposals.updateProposal(ctx.tx, id, {
        status,
        implemented_at: ctx.now,
        implementation_details: result,
      })
    } else await proposals.updateProposal(ctx.tx, id, { status })
    const outcome = {
      ...subjectOf(row),
      status,
      participation_rate: participationOf(row),
      winning_option: passed ? 'for' : null,
    }
    ctx.emit(PollCompleted, outcome, { everyone: true })
  }

  private async recordObstacle(id: string, error: unknown, ctx: Context): Promise<void> {
    const { environment } = ctx.caller
    const row = await proposals.lockProposal(ctx.tx, { id, environment })
    if (row?.status !== 'closed') return
    await proposals.updateProposal(ctx.tx, id, {
      implementation_details: { error: describe(error), tried_at: ctx.now.toISOString() },
    })
  }

  private async settlePoll({ uuid, environment }: PollRow, db: Db): Promise<void> {
    const which = { key: uuid, environment }
    await this.inTransaction(db, environment, async (ctx) => {
      const poll = await polls.lockPoll(ctx.tx, which)
      if (poll?.status !== 'pending' || Date.parse(poll.start_date) > ctx.now.getTime()) return
      await startPoll(poll, pollLife.check(poll.status, 'activate').to, ctx)
    })
    await this.inTransaction(db, environment, async (ctx) => {
      const poll = await polls.lockPoll(ctx.tx, which)
      const status = poll && pollLife.next(poll.status, 'close')
      if (!status || Date.parse(poll.end_date) > ctx.now.getTime()) return
      await closePoll(poll, status, ctx)
    })
    await this.execute(uuid, environment, db)
  }

  private async execute(uuid: string, environment: Environment, db: Db): Promise<void> {
    try {
      await this.inTransaction(db, environment, async (ctx) => {
        const poll = await this.findWaiting(uuid, ctx)
        if (!poll) return
        const { metadata } = poll.results!
        const composition = readShares(metadata.composition!, 'composition')
        const result = await this.options.basket.applyComposition(ctx, composition)
        await this.finish(poll, 'execute', { ...poll.execution!, state: 'done', result }, ctx)
      })
    } catch (error) {
      // A refusal by the basket is final; a server error is retried later.
      if (!(error instanceof AppError) || error.def.status >= 500) throw error
      await this.inTransaction(db, environment, async (ctx) => {
        const poll = await this.findWaiting(uuid, ctx)
        if (!poll) return
        const execution = { ...poll.execution!, state: 'failed', error: describe(error) } as const
        await this.finish(poll, 'fail', execution, ctx)
      })
    }
  }

  private async findWaiting(uuid: string, ctx: Context): Promise<PollRow | undefined> {
    const { environment } = ctx.caller
    const poll = await polls.lockPoll(ctx.tx, { key: uuid, environment })
    return poll?.execution?.state === 'waiting' ? poll : undefined
  }

  private async finish(
    poll: PollRow,
    action: 'execute' | 'fail',
    execution: Execution,
    ctx: Context,
  ): Promise<void> {
    const status = pollLife.check(poll.status, action).to
    await polls.updatePoll(ctx.tx, poll.uuid, ctx.now, { status, execution })
  }

  private inTransaction(
    db: Db,
    environment: Environment,
    work: (ctx: Context) => Promise<void>,
  ): Promise<void> {
    const { clock, invalidate } = this.options
    const caller = systemCaller(environment)
    return runAsSystem(
      { db, now: clock.now(), caller, operation: 'governance.settle', invalidate },
      work,
    )
  }
}

/** Shows only the bank's own error messages; details of other errors stay in the log. */
function describe(error: unknown): string {
  const known = excuseDatabase(error)
  return known instanceof AppError
    ? known.message
    : 'An unexpected error occurred; see the log for details.'
}
