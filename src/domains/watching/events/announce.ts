// What each row of the log tells the world. One row of the ledger tells several things; each has its
// slot, which is part of the event's id and therefore never given to anything else. Slots are also the
// order in which the things of one row are told. The tables below say all of it: which rows tell a thing
// (by the row's shape, so that it can also be counted without reading the rows), whom, and what.
import { formatDecimal, formatMoney, parseDecimal, toJsonInteger } from '../../../kernel/money.ts'
import { readJson } from '../../../kernel/json.ts'
import { timeOf } from '../../../kernel/uuid.ts'
import type { EventDef } from '../../../operation/event.ts'
import { type LoggedEvent, toEventId } from '../../../operation/log.ts'
import type { EventRow } from '../../../operation/log-store.ts'
import { AccountBalanceUpdated, BalanceLow, BalanceNegative } from '../../core/accounts/index.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import {
  type HistoryRow,
  type HoldLogRow,
  LOW_CENTS,
  type MoveLogRow,
  type MoveShape,
  type Side,
  toTransactionId,
} from '../../core/ledger/index.ts'
import {
  toTransaction,
  TransactionCompleted,
  TransactionCreated,
  TransactionFailed,
} from '../../core/transactions/index.ts'
import {
  MOVE_STEP,
  RESERVE_STEP,
  toTransfer,
  toWorkflowId,
  TransferCompleted,
  TransferCreated,
  TransferFailed,
  TransferInitiated,
  WorkflowCompleted,
  WorkflowStarted,
  WorkflowStepCompleted,
} from '../../core/transfers/index.ts'

type Audience = Pick<LoggedEvent, 'users' | 'accounts'>

interface SideOfRow {
  readonly side: Side
  readonly account: string
  readonly user: string | null
  readonly manager: string | null
}

interface Sides {
  readonly from: SideOfRow
  readonly to: SideOfRow
}

/** One thing that a kind of row tells. */
interface Telling<Row, Shape> {
  readonly slot: number
  readonly event: EventDef
  readonly tells: (shape: Shape) => boolean
  /** The payer and the payee are each told alone, of what is about both. */
  readonly whom: 'from' | 'to' | 'both' | 'payer' | 'payee'
  readonly data: (row: Row, assets: AssetCatalogue, sides: Sides) => object
}

const isPerson = (user: string | null): user is string => user !== null

/** Those of the accounts that are a customer's, and whose they are. */
function about(...sides: readonly SideOfRow[]): Audience {
  const customers = sides.filter((side) => side.user !== null)
  const users = customers.flatMap((side) => [side.user, side.manager]).filter(isPerson)
  return { users: [...new Set(users)], accounts: customers.map((side) => side.account) }
}

interface LogRow {
  readonly position: string
  readonly environment: LoggedEvent['environment']
  readonly created_at: string
}

function announce<Row extends LogRow, Shape>(
  tellings: readonly Telling<Row, Shape>[],
  row: Row,
  shape: Shape,
  sides: Sides,
  assets: AssetCatalogue,
): LoggedEvent[] {
  const position = Number(row.position)
  const { environment, created_at } = row
  const [from, to, both] = [about(sides.from), about(sides.to), about(sides.from, sides.to)]
  const audiences = {
    from,
    to,
    both,
    payer: { ...both, users: from.users },
    payee: { ...both, users: to.users },
  }
  return tellings
    .filter((telling) => telling.tells(shape))
    .map(({ slot, event, whom, data }) => ({
      id: toEventId({ position, slot }),
      position,
      slot,
      event,
      environment,
      is_public: false,
      created_at,
      ...audiences[whom],
      data: () => data(row, assets, sides),
    }))
}

function sidesOf(row: MoveLogRow | HoldLogRow): Sides {
  const account = 'entry_id' in row ? row.from_account : row.account_id
  const { from_user, from_manager, to_user, to_manager } = row
  return {
    from: { side: 'from', account, user: from_user, manager: from_manager },
    to: { side: 'to', account: row.to_account ?? '', user: to_user, manager: to_manager },
  }
}

interface HoldShape {
  readonly has_fee: boolean
}

const always = (): boolean => true
const hasFee = (shape: HoldShape): boolean => shape.has_fee

/** Money that waits: only transfers do so in the open. */
const holdTellings: readonly Telling<HoldLogRow, HoldShape>[] = [
  { slot: 0, event: TransferCreated, tells: always, whom: 'both', data: transferOfHold },
  { slot: 1, event: TransferInitiated, tells: always, whom: 'both', data: transferOfHold },
  {
    slot: 2,
    event: WorkflowStarted,
    tells: always,
    whom: 'both',
    data: (row) => workflowOf(row.id),
  },
  {
    slot: 3,
    event: WorkflowStepCompleted,
    tells: always,
    whom: 'both',
    data: (row) => ({ ...workflowOf(row.id), step: RESERVE_STEP }),
  },
  {
    slot: 4,
    event: TransactionCreated,
    tells: always,
    whom: 'from',
    data: (row, assets, sides) => waitingOf(pendingOf(row), 'from', sides, assets),
  },
  {
    slot: 5,
    event: TransactionCreated,
    tells: always,
    whom: 'to',
    data: (row, assets, sides) => waitingOf(pendingOf(row), 'to', sides, assets),
  },
  {
    slot: 6,
    event: TransactionCreated,
    tells: hasFee,
    whom: 'from',
    data: (row, assets, sides) => waitingOf(pendingOf(row), 'fee', sides, assets),
  },
]

export const announceHold = (row: HoldLogRow, assets: AssetCatalogue): LoggedEvent[] =>
  announce(holdTellings, row, { has_fee: BigInt(row.fee) > 0n }, sidesOf(row), assets)

const alert =
  (side: Side, threshold: number) =>
  (row: MoveLogRow, _assets: AssetCatalogue, sides: Sides): object => ({
    account_uuid: sides[side].account,
    asset_code: row.asset,
    balance: toJsonInteger(changeOf(row, side).after),
    threshold,
  })

const transactionOf =
  (side: Side) =>
  (row: MoveLogRow, assets: AssetCatalogue): object =>
    toTransaction(
      {
        ...moveless,
        ...row,
        id: row.entry_id,
        side,
        account_id: side === 'from' ? row.from_account : row.to_account,
        other_account: side === 'from' ? row.to_account : row.from_account,
        other_code: side === 'from' ? row.to_code : row.from_code,
        after: side === 'from' ? row.from_after : row.to_after,
        seq: side === 'from' ? row.from_seq : row.to_seq,
        status: 'completed',
        reason: null,
        completed_at: row.created_at,
      },
      assets,
    )

const isNewTransfer = (shape: MoveShape): boolean => shape.is_transfer && !shape.waited
const acceptedOf = (row: MoveLogRow, assets: AssetCatalogue): object =>
  transferOfMove(row, assets, 'pending')

/** Money that moved. A transfer that waited was told of when it began to. */
const moveTellings: readonly Telling<MoveLogRow, MoveShape>[] = [
  { slot: 0, event: TransferCreated, tells: isNewTransfer, whom: 'both', data: acceptedOf },
  { slot: 1, event: TransferInitiated, tells: isNewTransfer, whom: 'both', data: acceptedOf },
  {
    slot: 2,
    event: TransactionCreated,
    tells: (shape) => shape.tells_from && !shape.waited,
    whom: 'from',
    data: transactionOf('from'),
  },
  {
    slot: 3,
    event: TransactionCreated,
    tells: (shape) => shape.tells_to && !shape.waited,
    whom: 'to',
    data: transactionOf('to'),
  },
  {
    slot: 4,
    event: AccountBalanceUpdated,
    tells: (shape) => shape.tells_from,
    whom: 'from',
    data: balanceOf('from'),
  },
  {
    slot: 5,
    event: AccountBalanceUpdated,
    tells: (shape) => shape.tells_to,
    whom: 'to',
    data: balanceOf('to'),
  },
  {
    slot: 6,
    event: TransactionCompleted,
    tells: (shape) => shape.tells_from,
    whom: 'from',
    data: transactionOf('from'),
  },
  {
    slot: 7,
    event: TransactionCompleted,
    tells: (shape) => shape.tells_to,
    whom: 'to',
    data: transactionOf('to'),
  },
  {
    slot: 8,
    event: TransferCompleted,
    tells: (shape) => shape.is_transfer,
    whom: 'payer',
    data: completedOf('from'),
  },
  {
    slot: 9,
    event: WorkflowStepCompleted,
    tells: (shape) => shape.is_transfer && shape.waited,
    whom: 'both',
    data: (row) => ({ ...workflowOf(row.entry_id), step: MOVE_STEP }),
  },
  {
    slot: 10,
    event: WorkflowCompleted,
    tells: (shape) => shape.is_transfer && shape.waited,
    whom: 'both',
    data: (row) => ({
      ...workflowOf(row.entry_id),
      status: 'completed',
      duration_ms: Math.max(0, Date.parse(row.created_at) - timeOf(row.entry_id).getTime()),
      error: null,
    }),
  },
  {
    slot: 11,
    event: BalanceLow,
    tells: (shape) => shape.low_from,
    whom: 'from',
    data: alert('from', LOW_CENTS),
  },
  {
    slot: 12,
    event: BalanceLow,
    tells: (shape) => shape.low_to,
    whom: 'to',
    data: alert('to', LOW_CENTS),
  },
  {
    slot: 13,
    event: BalanceNegative,
    tells: (shape) => shape.negative_from,
    whom: 'from',
    data: alert('from', 0),
  },
  {
    slot: 14,
    event: BalanceNegative,
    tells: (shape) => shape.negative_to,
    whom: 'to',
    data: alert('to', 0),
  },
  {
    slot: 15,
    event: TransferCompleted,
    tells: (shape) => shape.is_transfer && !shape.is_shared,
    whom: 'payee',
    data: completedOf('to'),
  },
]

export const announceMove = (row: MoveLogRow, assets: AssetCatalogue): LoggedEvent[] =>
  announce(moveTellings, row, row, sidesOf(row), assets)

/** What a row of this shape tells, without the row. */
export interface Invalidation {
  readonly slot: number
  readonly type: string
  /** Whether those on a side of the row are told. */
  readonly to_from: boolean
  readonly to_to: boolean
}

const toTold = ({
  slot,
  event,
  whom,
}: Pick<Telling<never, never>, 'slot' | 'event' | 'whom'>): Invalidation => ({
  slot,
  type: event.type,
  to_from: whom === 'from' || whom === 'payer' || whom === 'both',
  to_to: whom === 'to' || whom === 'payee' || whom === 'both',
})
export const toldByMove = (shape: MoveShape): Invalidation[] =>
  moveTellings.filter((telling) => telling.tells(shape)).map(toTold)
export const toldByHold = (shape: HoldShape): Invalidation[] =>
  holdTellings.filter((telling) => telling.tells(shape)).map(toTold)

/** A transfer that waits or failed: what its transactions have in common. */
interface Waiting
  extends Pick<HistoryRow, 'id' | 'asset' | 'status' | 'reason' | 'reference' | 'metadata'> {
  readonly units: bigint
  readonly fee: bigint
}

function pendingOf(row: HoldLogRow): Waiting {
  const fee = BigInt(row.fee)
  return { ...row, units: BigInt(row.units) - fee, fee, status: 'pending', reason: null }
}

/** One side of it, or its fee, as the transaction it would be. */
function waitingOf(
  waiting: Waiting,
  part: Side | 'fee',
  { from, to }: Sides,
  assets: AssetCatalogue,
): object {
  const isFee = part === 'fee'
  const [own, other] = part === 'to' ? [to, from] : [from, to]
  return toTransaction(
    {
      ...moveless,
      ...waiting,
      line: isFee ? 1 : 0,
      side: own.side,
      account_id: own.account,
      other_account: isFee ? null : other.account,
      subtype: isFee ? 'fee' : null,
      units: String(isFee ? waiting.fee : waiting.units),
    },
    assets,
  )
}

/** What a transaction has not as long as nothing has moved. */
const moveless = {
  type: 'transfer',
  other_code: null,
  after: null,
  seq: null,
  link: null,
  linked_to: null,
  linked_line: null,
  user_uuid: null,
  credential_id: null,
  agent: null,
  request_id: null,
  completed_at: null,
} as const

const workflowOf = (transfer: string) => ({
  uuid: toWorkflowId(transfer),
  type: 'transfer',
  transfer_uuid: transfer,
})

function transferOfHold(row: HoldLogRow, assets: AssetCatalogue): object {
  return toTransfer({
    id: row.id,
    from: row.account_id,
    to: row.to_account!,
    asset: assets.get(row.asset),
    units: BigInt(row.units) - BigInt(row.fee),
    fee: BigInt(row.fee),
    reference: row.reference,
    metadata: row.metadata,
    created_at: new Date(row.created_at),
    status: 'pending',
    has_workflow: true,
    completed_at: null,
    failure_reason: null,
  })
}

function changeOf(row: MoveLogRow, side: Side) {
  const after = BigInt(side === 'from' ? row.from_after : row.to_after)
  const change = side === 'from' ? -BigInt(row.units) : BigInt(row.units)
  return { before: after - change, change, after }
}

function balanceOf(side: Side) {
  return (row: MoveLogRow, assets: AssetCatalogue, sides: Sides): object => {
    const { before, change, after } = changeOf(row, side)
    return {
      account_uuid: sides[side].account,
      asset_code: row.asset,
      balance: toJsonInteger(after),
      previous_balance: toJsonInteger(before),
      change_amount: toJsonInteger(change),
      formatted: formatMoney({ units: after, asset: assets.get(row.asset) }),
      reason: row.subtype ?? row.type,
      transaction_uuid: toTransactionId({ entry_id: row.entry_id, line: row.line, side }),
      sequence: Number(side === 'from' ? row.from_seq : row.to_seq),
    }
  }
}

const transferOfMove = (row: MoveLogRow, assets: AssetCatalogue, status: 'pending' | 'completed') =>
  toTransfer({
    id: row.entry_id,
    from: row.from_account,
    to: row.to_account,
    asset: assets.get(row.asset),
    units: BigInt(row.units),
    fee: BigInt(row.fee!),
    reference: row.reference,
    metadata: row.metadata,
    created_at: timeOf(row.entry_id),
    status,
    has_workflow: row.link === 'capture_of',
    completed_at: status === 'completed' ? new Date(row.created_at) : null,
    failure_reason: null,
  })

/** For one side: the balance of the other is shown only to those whose it is, too. */
function completedOf(side: Side) {
  return (row: MoveLogRow, assets: AssetCatalogue): object => {
    const asset = assets.get(row.asset)
    const show = (whose: Side, units: bigint) =>
      whose === side || row.is_shared ? formatDecimal({ units, asset }) : null
    return {
      ...transferOfMove(row, assets, 'completed'),
      // The fee is taken right after, as a move of its own.
      from_balance_after: show('from', BigInt(row.from_after) - BigInt(row.fee!)),
      to_balance_after: show('to', BigInt(row.to_after)),
    }
  }
}

export interface AccountOwners {
  readonly user_uuid: string | null
  readonly manager_uuid: string | null
}

/** The type of the event that is also two or three failed transactions. */
export const FAILED_TRANSFER = TransferFailed.type

/** Beside the event itself, which has slot 0. */
const failureTellings: readonly Telling<EventRow, HoldShape>[] = (
  ['from', 'to', 'fee'] as const
).map((part, index) => ({
  slot: index + 1,
  event: TransactionFailed,
  tells: part === 'fee' ? hasFee : always,
  whom: part === 'to' ? 'to' : 'from',
  data: (row, assets, sides) => waitingOf(failedOf(row, assets), part, sides, assets),
}))

/** What was written down as an event; a failed transfer is also its failed transactions. */
export function announceEvent(
  row: EventRow,
  owners: ReadonlyMap<string, AccountOwners>,
  assets: AssetCatalogue,
): LoggedEvent[] {
  const sideOf = (account: string, side: Side): SideOfRow => {
    const { user_uuid, manager_uuid } = owners.get(account) ?? NOBODY
    return { side, account, user: user_uuid, manager: manager_uuid }
  }
  const accounts = [row.account_uuid, row.other_account_uuid].filter((id) => id !== null)
  const { users } = about(...accounts.map((id) => sideOf(id, 'from')))
  const position = Number(row.position)
  const itself: LoggedEvent = {
    id: toEventId({ position, slot: 0 }),
    position,
    slot: 0,
    event: { type: row.type as EventDef['type'], version: row.version },
    environment: row.environment,
    is_public: row.is_public,
    created_at: row.created_at,
    users: [...new Set(row.user_uuid === null ? users : [row.user_uuid, ...users])],
    accounts,
    data: () => readJson(row.data) as object,
  }
  if (row.type !== FAILED_TRANSFER) return [itself]
  const { fee } = failedOf(row, assets)
  const sides = {
    from: sideOf(row.account_uuid!, 'from'),
    to: sideOf(row.other_account_uuid!, 'to'),
  }
  return [itself, ...announce(failureTellings, row, { has_fee: fee > 0n }, sides, assets)]
}

const NOBODY: AccountOwners = { user_uuid: null, manager_uuid: null }

function failedOf(row: EventRow, assets: AssetCatalogue): Waiting {
  const failed = readJson(row.data) as ReturnType<typeof toTransfer>
  const asset = assets.get(failed.asset_code)
  return {
    id: failed.uuid,
    asset: asset.code,
    units: parseDecimal(failed.amount, asset)!.units,
    fee: parseDecimal(failed.fees.transfer_fee, asset)!.units,
    status: 'failed',
    reason: failed.failure_reason,
    reference: failed.reference,
    metadata: failed.metadata,
  }
}
