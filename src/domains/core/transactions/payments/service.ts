// Reads a payment: one entry of the ledger, or a transfer that waits to become one, as one of its parties sees it.
import { formatDecimal } from '../../../../kernel/money.ts'
import { isUuid, timeOf } from '../../../../kernel/uuid.ts'
import type { Value } from '../../../../kernel/value.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Actor } from '../../../../operation/posting.ts'
import {
  type Account,
  canUse,
  findAccounts,
  findEntry,
  findHistoryRow,
  findHold,
  isVisible,
  listReversingMoves,
  type MoveRow,
  type Side,
  systemAccount,
  toEntryId,
  toTransactionId,
  TRANSFER_PURPOSE,
} from '../../ledger/index.ts'
import { addMoments, type ListMoments, momentAt } from './moments.ts'
import { counterpartyNameOf, otherAccountOf } from '../counterparty.ts'
import { readLeft } from '../reversals/left.ts'
import { mayReverse, type ReversalOptions } from '../reversals/service.ts'
import * as schema from './schema.ts'

type Payment = Value<typeof schema.Payment>
type Party = Payment['from']

/** A move that was made, or one that a transfer will make or did not make. */
type Line = Pick<
  MoveRow,
  'line' | 'type' | 'subtype' | 'asset' | 'units' | 'reference' | 'metadata' | 'linked_to' | 'link'
> & {
  readonly from: string
  readonly to: string
  readonly after: Readonly<Record<Side, bigint>> | undefined
}

/** What the caller can do with a completed payment besides what this domain knows. */
export type ListActions = (
  entry_id: string,
  ctx: Context,
) => Promise<readonly Payment['actions'][number][]>

export interface PaymentOptions extends ReversalOptions {
  readonly actions: Handlers<ListActions>
  readonly moments: Handlers<ListMoments>
}

interface Found {
  readonly id: string
  readonly status: Payment['status']
  readonly lines: readonly Line[]
  readonly actor: Actor
  /** When its amount was reserved; null where it was moved at once. */
  readonly held_at: string | null
  readonly completed_at: string | null
  readonly failed_at: string | null
  readonly reason: string | null
}

export async function getPayment(
  given: string,
  ctx: Context,
  options: PaymentOptions,
): Promise<Payment> {
  const id = isUuid(given) ? toEntryId(given) : undefined
  const found =
    id === undefined ? undefined : ((await findPosted(id, ctx)) ?? (await findWaiting(id, ctx)))
  if (!found) throw NotFound({ what: 'payment', id: given })
  const accounts = await findAccounts(ctx.tx, [
    ...new Set(found.lines.flatMap(({ from, to }) => [from, to])),
  ])
  const view = new View(found, accounts, ctx, options)
  if (view.lines.length === 0) throw NotFound({ what: 'payment', id: given })
  return view.show()
}

async function findPosted(id: string, ctx: Context): Promise<Found | undefined> {
  const moves = await findEntry(ctx.tx, id)
  const [first] = moves
  if (!first) return undefined
  const hold = first.link === 'capture_of' ? await findHold(ctx.tx, first.linked_to!) : undefined
  return {
    id,
    status: 'completed',
    lines: moves.map((move) => ({
      ...move,
      from: move.from_account,
      to: move.to_account,
      after: { from: move.from_after, to: move.to_after },
    })),
    actor: first,
    held_at: hold ? new Date(hold.created_at).toISOString() : null,
    completed_at: first.created_at,
    failed_at: null,
    reason: null,
  }
}

/** A pending or failed transfer; its fee is a line of its own, as it will be in the ledger. */
async function findWaiting(id: string, ctx: Context): Promise<Found | undefined> {
  const hold = await findHold(ctx.tx, id)
  if (hold?.purpose !== TRANSFER_PURPOSE) return undefined
  // The transfer was completed after the first query looked for its entry.
  if (hold.status === 'captured') return findPosted(id, ctx)
  const { account_id: from, asset, reference, metadata, fee, closed_at } = hold
  const shared = { type: 'transfer', from, asset, reference, metadata } as const
  const none = { link: null, linked_to: null, after: undefined }
  const line = { ...shared, ...none, line: 0, subtype: null, to: hold.to_account! }
  const fees = systemAccount(hold.environment, 'fees')
  return {
    id,
    status: hold.status === 'open' ? 'pending' : 'failed',
    lines: [
      { ...line, units: hold.units - fee },
      ...(fee > 0n ? [{ ...line, line: 1, subtype: 'fee', to: fees, units: fee }] : []),
    ],
    actor: hold.actor,
    held_at: new Date(hold.created_at).toISOString(),
    completed_at: null,
    failed_at: closed_at === null ? null : new Date(closed_at).toISOString(),
    reason: hold.reason,
  }
}

type Reversal = Awaited<ReturnType<typeof listReversingMoves>>[number]

const otherSide = (side: Side): Side => (side === 'from' ? 'to' : 'from')
const isFee = ({ subtype }: Line): boolean => subtype === 'fee'

/** A payment as one caller sees it: moves that touch none of their accounts are not shown. */
class View {
  readonly lines: readonly Line[]
  private readonly found: Found
  private readonly accounts: ReadonlyMap<string, Account>
  private readonly ctx: Context
  private readonly options: PaymentOptions
  /** The accounts that count as paying or receiving: the caller's own, or for an operator the first customer's. */
  private readonly own: ReadonlySet<string>

  constructor(
    found: Found,
    accounts: ReadonlyMap<string, Account>,
    ctx: Context,
    options: PaymentOptions,
  ) {
    const usable = [...accounts.values()].filter(
      (account) => isVisible(account, ctx.caller) && canUse(account, ctx.caller),
    )
    const ids = new Set(usable.map(({ id }) => id))
    this.found = found
    this.accounts = accounts
    this.ctx = ctx
    this.options = options
    this.lines = found.lines.filter(({ from, to }) => ids.has(from) || ids.has(to))
    const own = usable.filter((account) => this.isOwn(account))
    const first = this.lines.flatMap(({ from, to }) => [from, to]).find((id) => ids.has(id))
    this.own = new Set(own.length > 0 ? own.map(({ id }) => id) : first ? [first] : [])
  }

  async show(): Promise<Payment> {
    const { found, main } = this
    const reversals = await this.listReversals()
    const { reference, metadata, link, linked_to } = main
    return {
      uuid: found.id,
      kind: kindOf(main),
      direction: this.direction,
      status: found.status,
      from: this.party(main, 'from'),
      to: this.party(main, 'to'),
      paid: this.amountOf('from'),
      received: this.amountOf('to'),
      fees: this.lines
        .filter((line) => isFee(line) && this.own.has(line.from))
        .map((line) => this.write(line)),
      reference,
      metadata: { ...metadata },
      failure_reason: found.reason,
      created_at: timeOf(found.id).toISOString(),
      completed_at: found.completed_at,
      timeline: await this.timeline(reversals),
      entries: this.lines.map((line) => ({
        kind: kindOf(line),
        from: this.party(line, 'from'),
        to: this.party(line, 'to'),
        ...this.write(line),
        from_balance_after: this.balanceAfter(line, 'from'),
        to_balance_after: this.balanceAfter(line, 'to'),
      })),
      transaction_uuid: this.mainTransaction,
      reverses: link === 'reversal_of' ? linked_to : null,
      actions: await this.listActions(),
      request: this.request,
    }
  }

  private isOwn({ user_uuid, manager_uuid }: Account): boolean {
    const { user } = this.ctx.caller
    return user !== undefined && (user_uuid === user || manager_uuid === user)
  }

  /** The line that the payment is about. */
  private get main(): Line {
    return this.lines.find((line) => !isFee(line)) ?? this.lines[0]!
  }

  private get mainSide(): Side {
    return this.own.has(this.main.from) ? 'from' : 'to'
  }

  private get mainTransaction(): string {
    const { found, main, mainSide } = this
    return toTransactionId({ entry_id: found.id, line: main.line, side: mainSide })
  }

  private get direction(): Payment['direction'] {
    const [paid, received] = [this.amountOf('from'), this.amountOf('to')]
    if (paid && received) return 'exchange'
    if (paid) return 'outgoing'
    return received ? 'incoming' : 'internal'
  }

  /** What left or reached the own accounts without the fees, in the asset of the first such line. */
  private amountOf(side: Side) {
    const lines = this.lines.filter(
      (line) =>
        this.own.has(line[side]) &&
        !this.own.has(line[otherSide(side)]) &&
        (!isFee(line) || isFee(this.main)),
    )
    const [first] = lines
    if (!first) return null
    const same = lines.filter(({ asset }) => asset === first.asset)
    return this.write({ asset: first.asset, units: same.reduce((sum, one) => sum + one.units, 0n) })
  }

  private write({ asset: code, units }: Pick<Line, 'asset' | 'units'>) {
    const asset = this.options.assets.get(code)
    return { amount: formatDecimal({ units, asset }), asset_code: asset.code }
  }

  private party(line: Line, side: Side): Party {
    const account = this.accounts.get(line[side])!
    const isOwn = account.code === null && this.isOwn(account)
    if (isOwn || canUseCustomer(account, this.ctx)) {
      const { id, holder_name } = account
      return { name: holder_name, account_uuid: id, bank_account: null, is_own: isOwn }
    }
    // Seen from the other side of the line.
    const seen = {
      ...line,
      side: otherSide(side),
      status: this.found.status,
      other_account: account.id,
      other_code: account.code,
      other_holder: account.holder_name,
    }
    return {
      name: counterpartyNameOf(seen),
      account_uuid: otherAccountOf(seen),
      bank_account: account.code,
      is_own: false,
    }
  }

  private balanceAfter(line: Line, side: Side): string | null {
    if (!line.after || !canUseCustomer(this.accounts.get(line[side])!, this.ctx)) return null
    return this.write({ asset: line.asset, units: line.after[side] }).amount
  }

  /** Of the moves that are shown. */
  private async listReversals(): Promise<readonly Reversal[]> {
    const moves = await listReversingMoves(this.ctx.tx, this.found.id, schema.REVERSALS_MAX)
    return moves.filter((move) =>
      this.lines.some(({ from, to }) => from === move.to_account && to === move.from_account),
    )
  }

  private async timeline(reversals: readonly Reversal[]): Promise<Payment['timeline']> {
    const { id, completed_at, failed_at, held_at, reason, actor } = this.found
    const by = this.actor(actor)
    const own = [
      ...momentAt(timeOf(id).toISOString(), {
        step: 'requested',
        summary: actor.agent === null ? 'Requested' : 'Requested by an agent',
        by,
      }),
      ...momentAt(held_at, { step: 'held', summary: 'The amount was reserved', by: 'bank' }),
      ...momentAt(completed_at, { step: 'completed', summary: 'Booked' }),
      ...momentAt(failed_at, { step: 'failed', summary: 'Failed', note: reason }),
      ...reversals.flatMap((move) =>
        momentAt(move.created_at, {
          step: 'reversed',
          summary: `${this.write({ asset: this.main.asset, units: move.units }).amount} ${this.main.asset} went back`,
          note: move.reference,
          payment_uuid: move.entry_id,
        }),
      ),
    ]
    const accounts = new Set(this.lines.flatMap(({ from, to }) => [from, to]))
    const seen = { id, kind: kindOf(this.main), metadata: { ...this.main.metadata }, accounts }
    return addMoments(own, seen, this.ctx, this.options.moments)
  }

  /** The party that asked for it; the bank for a payment of its own or of an operator. */
  private actor({ user_uuid }: Actor): 'payer' | 'receiver' | 'bank' {
    const isHeldBy = (id: string): boolean => {
      const account = this.accounts.get(id)!
      return user_uuid !== null && [account.user_uuid, account.manager_uuid].includes(user_uuid)
    }
    if (isHeldBy(this.main.from)) return 'payer'
    return isHeldBy(this.main.to) ? 'receiver' : 'bank'
  }

  private async listActions(): Promise<Payment['actions']> {
    if (this.found.status === 'pending') return []
    const { main } = this
    const isPlain = main.type === 'transfer' && main.subtype === null
    const isOwnPayment = this.isOwn(this.accounts.get(main.from)!)
    return [
      ...(this.found.status === 'completed' ? ['receipt' as const] : []),
      ...(isPlain && isOwnPayment ? ['repeat' as const] : []),
      ...((await this.isReversible()) ? ['reverse' as const] : []),
      ...(await this.listMoreActions()),
    ]
  }

  private async listMoreActions(): Promise<Payment['actions']> {
    if (this.found.status !== 'completed') return []
    const { handlers } = this.options.actions
    return (await Promise.all(handlers.map((list) => list(this.found.id, this.ctx)))).flat()
  }

  /** A reversal takes back one move, so a payment of several is undone where it was made. */
  private async isReversible(): Promise<boolean> {
    const { found, main, mainSide: side } = this
    if (found.status !== 'completed' || this.lines.filter((line) => !isFee(line)).length !== 1)
      return false
    const move = { ...main, entry_id: found.id, from: { id: main.from }, to: { id: main.to } }
    if ((await readLeft(move, this.ctx, this.options.refunds)) <= 0n) return false
    const row = await findHistoryRow(this.ctx.tx, { entry_id: found.id, line: main.line, side })
    return row !== undefined && (await mayReverse(row, this.ctx, this.options))
  }

  private get request(): Payment['request'] {
    const { user_uuid, request_id, credential_id, agent } = this.found.actor
    const { caller } = this.ctx
    const isTheirs = user_uuid !== null && user_uuid === caller.user
    return isTheirs || isOperator(caller) ? { request_id, credential_id, agent } : null
  }
}

const kindOf = ({ subtype, type }: Line): string => subtype ?? type

const canUseCustomer = (account: Account, { caller }: Context): boolean =>
  account.code === null && isVisible(account, caller) && canUse(account, caller)
