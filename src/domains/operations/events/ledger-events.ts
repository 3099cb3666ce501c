// Turns each row of the log into events. One row of the ledger announces several events; each has a slot, which is
// part of the event's id and is therefore never reused for another event. Slots also order the events of one row.
// The tables of rules below state for each event which rows announce it (by the row's shape, so that events can be
// counted without reading the rows), who receives it, and its data.
import { formatDecimal, formatMoney, parseDecimal, toJsonInteger } from '../../../kernel/money.ts'
import { readJson } from '../../../kernel/json.ts'
import { timeOf } from '../../../kernel/uuid.ts'
import type { EventDef } from '../../../operation/event.ts'
import { type LoggedEvent, toEventId } from '../../../operation/event-log.ts'
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
  readonly holder: string | null
}

interface Sides {
  readonly from: SideOfRow
  readonly to: SideOfRow
}

/** States when a kind of row announces an event, to which audience, and with which data. */
interface EventRule<Row, Shape> {
  readonly slot: number
  readonly event: EventDef
  readonly applies: (shape: Shape) => boolean
  /** `payer` and `payee`: an event about both accounts that only one of the two receives. */
  readonly audience: 'from' | 'to' | 'both' | 'payer' | 'payee'
  readonly data: (row: Row, assets: AssetCatalogue, sides: Sides) => object
}

const isPerson = (user: string | null): user is string => user !== null

/** The audience: the accounts that belong to customers, with their owners and managers. */
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
  rules: readonly EventRule<Row, Shape>[],
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
  return rules
    .filter((rule) => rule.applies(shape))
    .map(({ slot, event, audience, data }) => ({
      id: toEventId({ position, slot }),
      position,
      slot,
      event,
      environment,
      is_public: false,
      created_at,
      ...audiences[audience],
      data: () => data(row, assets, sides),
    }))
}

function sidesOf(row: MoveLogRow | HoldLogRow): Sides {
  const account = 'entry_id' in row ? row.from_account : row.account_id
  const { from_user, from_manager, from_holder, to_user, to_manager, to_holder } = row
  return {
    from: { side: 'from', account, user: from_user, manager: from_manager, holder: from_holder },
    to: {
      side: 'to',
      account: row.to_account ?? '',
      user: to_user,
      manager: to_manager,
      holder: to_holder,
    },
  }
}

interface HoldShape {
  readonly has_fee: boolean
}

const always = (): boolean => true
const hasFee = (shape: HoldShape): boolean => shape.has_fee

/** The events of a hold. Only holds of transfers are announced. */
const holdRules: readonly EventRule<HoldLogRow, HoldShape>[] = [
  { slot: 0, event: TransferCreated, applies: always, audience: 'both', data: transferOfHold },
  { slot: 1, event: TransferInitiated, applies: always, audience: 'both', data: transferOfHold },
  {
    slot: 2,
    event: WorkflowStarted,
    applies: always,
    audience: 'both',
    data: (row) => workflowOf(row.id),
  },
  {
    slot: 3,
    event: WorkflowStepCompleted,
    applies: always,
    audience: 'both',
    data: (row) => ({ ...workflowOf(row.id), step: RESERVE_STEP }),
  },
  {
    slot: 4,
    event: TransactionCreated,
    applies: always,
    audience: 'from',
    data: (row, assets, sides) => waitingOf(pendingOf(row), 'from', sides, assets),
  },
  {
    slot: 5,
    event: TransactionCreated,
    applies: always,
    audience: 'to',
    data: (row, assets, sides) => waitingOf(pendingOf(row), 'to', sides, assets),
  },
  {
    slot: 6,
    event: TransactionCreated,
    applies: hasFee,
    audience: 'from',
    data: (row, assets, sides) => waitingOf(pendingOf(row), 'fee', sides, assets),
  },
]

export const eventsOfHold = (row: HoldLogRow, assets: AssetCatalogue): LoggedEvent[] =>
  announce(holdRules, row, { has_fee: BigInt(row.fee) > 0n }, sidesOf(row), assets)

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
        id: row.entry_id,
        line: row.line,
        side,
        type: row.type,
        subtype: row.subtype,
        asset: row.asset,
        units: row.units,
        reference: row.reference,
        metadata: row.metadata,
        linked_to: row.linked_to,
        linked_line: row.linked_line,
        account_id: side === 'from' ? row.from_account : row.to_account,
        other_account: side === 'from' ? row.to_account : row.from_account,
        other_code: side === 'from' ? row.to_code : row.from_code,
        other_holder: side === 'from' ? row.to_holder : row.from_holder,
        after: side === 'from' ? row.from_after : row.to_after,
        status: 'completed',
        reason: null,
        completed_at: row.created_at,
      },
      assets,
    )

const isNewTransfer = (shape: MoveShape): boolean => shape.is_transfer && !shape.waited
const acceptedOf = (row: MoveLogRow, assets: AssetCatalogue): object =>
  transferOfMove(row, assets, 'pending')

/** The events of a move. A transfer that waited as a hold was already announced as created. */
const moveRules: readonly EventRule<MoveLogRow, MoveShape>[] = [
  { slot: 0, event: TransferCreated, applies: isNewTransfer, audience: 'both', data: acceptedOf },
  { slot: 1, event: TransferInitiated, applies: isNewTransfer, audience: 'both', data: acceptedOf },
  {
    slot: 2,
    event: TransactionCreated,
    applies: (shape) => shape.tells_from && !shape.waited,
    audience: 'from',
    data: transactionOf('from'),
  },
  {
    slot: 3,
    event: TransactionCreated,
    applies: (shape) => shape.tells_to && !shape.waited,
    audience: 'to',
    data: transactionOf('to'),
  },
  {
    slot: 4,
    event: AccountBalanceUpdated,
    applies: (shape) => shape.tells_from,
    audience: 'from',
    data: balanceOf('from'),
  },
  {
    slot: 5,
    event: AccountBalanceUpdated,
    applies: (shape) => shape.tells_to,
    audience: 'to',
    data: balanceOf('to'),
  },
  {
    slot: 6,
    event: TransactionCompleted,
    applies: (shape) => shape.tells_from,
    audience: 'from',
    data: transactionOf('from'),
  },
  {
    slot: 7,
    event: TransactionCompleted,
    applies: (shape) => shape.tells_to,
    audience: 'to',
    data: transactionOf('to'),
  },
  {
    slot: 8,
    event: TransferCompleted,
    applies: (shape) => shape.is_transfer,
    audience: 'payer',
    data: completedOf('from'),
  },
  {
    slot: 9,
    event: WorkflowStepCompleted,
    applies: (shape) => shape.is_transfer && shape.waited,
    audience: 'both',
    data: (row) => ({ ...workflowOf(row.entry_id), step: MOVE_STEP }),
  },
  {
    slot: 10,
    event: WorkflowCompleted,
    applies: (shape) => shape.is_transfer && shape.waited,
    audience: 'both',
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
    applies: (shape) => shape.low_from,
    audience: 'from',
    data: alert('from', LOW_CENTS),
  },
  {
    slot: 12,
    event: BalanceLow,
    applies: (shape) => shape.low_to,
    audience: 'to',
    data: alert('to', LOW_CENTS),
  },
  {
    slot: 13,
    event: BalanceNegative,
    applies: (shape) => shape.negative_from,
    audience: 'from',
    data: alert('from', 0),
  },
  {
    slot: 14,
    event: BalanceNegative,
    applies: (shape) => shape.negative_to,
    audience: 'to',
    data: alert('to', 0),
  },
  {
    slot: 15,
    event: TransferCompleted,
    applies: (shape) => shape.is_transfer && !shape.is_shared,
    audience: 'payee',
    data: completedOf('to'),
  },
]

export const eventsOfMove = (row: MoveLogRow, assets: AssetCatalogue): LoggedEvent[] =>
  announce(moveRules, row, row, sidesOf(row), assets)

/** An event that rows of one shape announce, known without reading the rows. */
export interface AnnouncedEvent {
  readonly slot: number
  readonly type: string
  /** Whether the owners on each side of the row receive the event. */
  readonly to_from: boolean
  readonly to_to: boolean
}

const toAnnouncedEvent = ({
  slot,
  event,
  audience,
}: Pick<EventRule<never, never>, 'slot' | 'event' | 'audience'>): AnnouncedEvent => ({
  slot,
  type: event.type,
  to_from: audience === 'from' || audience === 'payer' || audience === 'both',
  to_to: audience === 'to' || audience === 'payee' || audience === 'both',
})
export const announcedByMove = (shape: MoveShape): AnnouncedEvent[] =>
  moveRules.filter((rule) => rule.applies(shape)).map(toAnnouncedEvent)
export const announcedByHold = (shape: HoldShape): AnnouncedEvent[] =>
  holdRules.filter((rule) => rule.applies(shape)).map(toAnnouncedEvent)

/** The fields that all transactions of a pending or failed transfer share. */
interface Waiting
  extends Pick<HistoryRow, 'id' | 'asset' | 'status' | 'reason' | 'reference' | 'metadata'> {
  readonly units: bigint
  readonly fee: bigint
}

function pendingOf(row: HoldLogRow): Waiting {
  const fee = BigInt(row.fee)
  return { ...row, units: BigInt(row.units) - fee, fee, status: 'pending', reason: null }
}

/** One side of a pending or failed transfer, or its fee, in the shape of a transaction. */
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
      other_holder: isFee ? null : other.holder,
      subtype: isFee ? 'fee' : null,
      units: String(isFee ? waiting.fee : waiting.units),
    },
    assets,
  )
}

/** The fields that a transaction lacks until money has moved. */
const moveless = {
  type: 'transfer',
  other_code: null,
  after: null,
  linked_to: null,
  linked_line: null,
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
    from_name: row.from_holder,
    to_name: row.to_holder,
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
    from_name: row.from_holder,
    to_name: row.to_holder,
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

/** The data for one side: the balance of the other side is shown only to users who own both. */
function completedOf(side: Side) {
  return (row: MoveLogRow, assets: AssetCatalogue): object => {
    const asset = assets.get(row.asset)
    const show = (whose: Side, units: bigint) =>
      whose === side || row.is_shared ? formatDecimal({ units, asset }) : null
    return {
      ...transferOfMove(row, assets, 'completed'),
      // The fee is a separate move right after this one.
      from_balance_after: show('from', BigInt(row.from_after) - BigInt(row.fee!)),
      to_balance_after: show('to', BigInt(row.to_after)),
    }
  }
}

export interface AccountOwners {
  readonly user_uuid: string | null
  readonly manager_uuid: string | null
  readonly holder_name: string | null
}

/** The stored event that also announces two or three failed transactions. */
export const FAILED_TRANSFER = TransferFailed.type

/** The failed transactions of a failed transfer; the stored event itself has slot 0. */
const failureRules: readonly EventRule<EventRow, HoldShape>[] = (
  ['from', 'to', 'fee'] as const
).map((part, index) => ({
  slot: index + 1,
  event: TransactionFailed,
  applies: part === 'fee' ? hasFee : always,
  audience: part === 'to' ? 'to' : 'from',
  data: (row, assets, sides) => waitingOf(failedOf(row, assets), part, sides, assets),
}))

/** The events of a stored event: itself and, for a failed transfer, its failed transactions. */
export function eventsOfStored(
  row: EventRow,
  owners: ReadonlyMap<string, AccountOwners>,
  assets: AssetCatalogue,
): LoggedEvent[] {
  const sideOf = (account: string, side: Side): SideOfRow => {
    const { user_uuid, manager_uuid, holder_name } = owners.get(account) ?? NO_OWNERS
    return { side, account, user: user_uuid, manager: manager_uuid, holder: holder_name }
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
  return [itself, ...announce(failureRules, row, { has_fee: fee > 0n }, sides, assets)]
}

const NO_OWNERS: AccountOwners = { user_uuid: null, manager_uuid: null, holder_name: null }

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
