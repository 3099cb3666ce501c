// Keeps sessions in step with their provider: its status is polled, or arrives by webhook, and the
// session is moved along the life cycle. A sale is credited in the same transaction that completes it,
// so it is credited exactly once, however many nodes poll and however often.
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { formatMoney, parseDecimal } from '../../../kernel/money.ts'
import { AppError } from '../../../operation/error.ts'
import type { EventDef } from '../../../operation/event.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { Db } from '../../../platform/database.ts'
import {
  findAccounts,
  findFirstAccounts,
  newEntryId,
  post,
  systemAccount,
} from '../../core/ledger/index.ts'
import { coins } from './coins.ts'
import { RampCompleted, RampExpired, RampFailed, RampProcessing, RampStarted } from './events.ts'
import { sessionLife, type SessionStatus } from './life-cycle.ts'
import type { ProviderStatus, Providers } from './providers/provider.ts'
import * as store from './store.ts'
import type { SessionRow } from './store.ts'
import { payoutOf, toEventData } from './view.ts'

export interface SettlerOptions {
  readonly providers: Providers
  readonly clock: Clock
  readonly log: Logger
  readonly work: Bank['work']
}

const AGAIN_MS = 60_000
const SWEPT_AT_ONCE = 200

export class Settler {
  private readonly options: SettlerOptions

  constructor(options: SettlerOptions) {
    this.options = options
  }

  /** Settles all sessions that are due: after lost jobs, unanswered requests, or the end of their time. */
  async sweep(db: Db): Promise<void> {
    for (const id of await store.listDue(db, this.options.clock.now(), SWEPT_AT_ONCE))
      await this.settle(id, db)
  }

  /** Asks the provider, outside of any transaction, and applies its answer. */
  async settle(id: string, db: Db): Promise<void> {
    const { log, work } = this.options
    const known = await store.findSession(db, id)
    if (!known || sessionLife.isEnd(known.status)) return
    const observed = await this.observe(known)
    await work(known.environment, 'ramp.settle', async (ctx) => {
      const row = await store.lockSession(ctx.tx, { id })
      if (!row || sessionLife.isEnd(row.status)) return
      if (observed) await applyProviderStatus(row, observed, ctx, log)
      else await store.updateSession(ctx.tx, id, { check_at: soon(ctx.now) })
    })
  }

  /** Undefined if the provider does not answer; then the session must not expire, since it may have been paid. */
  private async observe(row: SessionRow): Promise<ProviderStatus | undefined> {
    const { providers, clock, log } = this.options
    const now = clock.now()
    try {
      const provider = providers.find(row)
      if (!provider) throw new Error(`the bank does not work with ${row.provider}`)
      const observed = await provider.read(row, now)
      const isLate = now.getTime() >= Date.parse(row.expires_at)
      return observed.status === 'pending' && isLate
        ? { ...observed, status: 'expired', reason: 'The session was not paid in time.' }
        : observed
    } catch (error) {
      log.warn(
        { err: error, session: row.id },
        'could not read a ramp session from its provider; the sweep tries again',
      )
      return undefined
    }
  }
}

const soon = (now: Date): Date => new Date(now.getTime() + AGAIN_MS)

const events: Readonly<Record<SessionStatus, EventDef<typeof RampStarted.data>>> = {
  pending: RampStarted,
  processing: RampProcessing,
  completed: RampCompleted,
  failed: RampFailed,
  expired: RampExpired,
}

/** Moves a session, locked by the caller, to the status that the provider reports, if the life cycle allows it. */
export async function applyProviderStatus(
  locked: SessionRow,
  observed: ProviderStatus,
  ctx: Context,
  log: Pick<Logger, 'warn'>,
): Promise<SessionRow> {
  const { id } = locked
  const way = sessionLife.findWay(locked.status, observed.status)
  if (!way) {
    // A final status never changes, but the conflict is logged for operators.
    const states = { provider_status: observed.provider_status, status: locked.status }
    log.warn(
      { session: id, ...states },
      'a provider reports a status that cannot follow the current one',
    )
    return store.updateSession(ctx.tx, id, {
      provider_status: observed.provider_status,
      ...(!sessionLife.isEnd(locked.status) && { check_at: soon(ctx.now) }),
    })
  }
  if (sessionLife.isEnd(locked.status)) return locked
  let row = await store.updateSession(ctx.tx, id, {
    provider_status: observed.provider_status,
    ...readCrypto(locked, observed),
    check_at: soon(ctx.now),
  })
  for (const status of way) {
    const isSold = status === 'completed' && row.type === 'off'
    const { waitsFor, ...credited }: Credited = isSold ? await credit(row, ctx) : {}
    if (waitsFor !== undefined) return store.updateSession(ctx.tx, id, { reason: waitsFor })
    row = await store.updateSession(ctx.tx, id, {
      ...credited,
      status,
      reason:
        sessionLife.isEnd(status) && status !== 'completed' ? (observed.reason ?? null) : null,
      updated_at: ctx.now,
      ...(sessionLife.isEnd(status) && { check_at: null }),
      ...(status === 'completed' && { completed_at: ctx.now }),
    })
    ctx.emit(events[status], toEventData(row), { user_uuid: row.user_uuid })
  }
  return row
}

/** The actual amount of crypto, if the provider reports it. */
function readCrypto(row: SessionRow, { crypto_amount }: ProviderStatus) {
  const parsed =
    crypto_amount === undefined
      ? undefined
      : parseDecimal(crypto_amount, coins[row.crypto_currency])
  return parsed && parsed.units > 0n ? { crypto_units: String(parsed.units) } : {}
}

interface Credited {
  readonly entry_id?: string
  readonly account_uuid?: string
  /** The reason why the money cannot be credited yet. */
  readonly waitsFor?: string
}

/** Credits the proceeds of a sale to the intended account or, if that is closed, to the user's first one. */
async function credit(row: SessionRow, ctx: Context): Promise<Credited> {
  const { environment, user_uuid } = row
  const asset = row.fiat_currency
  const account = await findDestination(row, ctx)
  if (account === undefined)
    return { waitsFor: 'You have no account to credit; open one, and the payout follows.' }
  const outside = systemAccount(environment, 'external:deposits')
  const units = payoutOf(row)
  const sold = formatMoney({
    units: BigInt(row.crypto_units),
    asset: coins[row.crypto_currency],
  })
  try {
    const entry = await post(ctx, {
      books: [
        { account: outside, asset },
        { account, asset },
      ],
      decide: (ledger) =>
        ledger.post({
          id: newEntryId(ctx.now),
          type: 'deposit',
          subtype: 'ramp',
          reference: `Sale of ${sold}`,
          metadata: { ramp_session: row.id, provider: row.provider },
          credits: 'exchanged',
          moves: [{ from: outside, to: account, asset, units }],
          actor: { user_uuid, credential_id: null, agent: null, request_id: ctx.requestId },
        }),
    })
    return { entry_id: entry.id, account_uuid: account }
  } catch (error) {
    // The ledger refused before writing anything, for example because the account is frozen; the sweep tries again.
    if (error instanceof AppError) return { waitsFor: `The payout is pending: ${error.message}` }
    throw error
  }
}

async function findDestination(row: SessionRow, { tx }: Context): Promise<string | undefined> {
  const { environment, user_uuid, account_uuid } = row
  const intended = (await findAccounts(tx, [account_uuid!])).get(account_uuid!)
  if (intended && intended.status !== 'closed') return intended.id
  return (await findFirstAccounts(tx, { environment, users: [user_uuid] })).get(user_uuid)
}
