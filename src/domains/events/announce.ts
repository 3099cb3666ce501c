// What each row of the log tells the world. One row of the ledger tells several things; each has its
// slot, which is part of the event's id and therefore never given to anything else. Slots are also the
// order in which the things of one row are told.
import { formatDecimal, formatMoney, parseDecimal, toJsonInteger } from '../../kernel/money.ts'
import { readJson } from '../../kernel/json.ts'
import { timeOf } from '../../kernel/uuid.ts'
import type { EventDef } from '../../operation/event.ts'
import { type LoggedEvent, toEventId } from '../../operation/log.ts'
import type { EventRow } from '../../operation/log-store.ts'
import {
  AccountBalanceUpdated,
  BalanceLow,
  BalanceNegative,
  LOW_BALANCE_CENTS,
} from '../accounts/index.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import {
  type HistoryRow,
  type HoldLogRow,
  type MoveLogRow,
  type Side,
  toTransactionId,
} from '../ledger/index.ts'
import {
  toTransaction,
  TransactionCompleted,
  TransactionCreated,
  TransactionFailed,
} from '../transactions/index.ts'
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
} from '../transfers/index.ts'

const holdSlots = {
  transfer_created: 0,
  transfer_initiated: 1,
  workflow_started: 2,
  step_completed: 3,
  created_from: 4,
  created_to: 5,
  created_fee: 6,
} as const

const moveSlots = {
  transfer_created: 0,
  transfer_initiated: 1,
  created_from: 2,
  created_to: 3,
  balance_from: 4,
  balance_to: 5,
  completed_from: 6,
  completed_to: 7,
  transfer_completed: 8,
  step_completed: 9,
  workflow_completed: 10,
  low_from: 11,
  low_to: 12,
  negative_from: 13,
  negative_to: 14,
} as const

const eventSlots = { itself: 0, failed_from: 1, failed_to: 2, failed_fee: 3 } as const

type Audience = Pick<LoggedEvent, 'users' | 'accounts'>

interface Row {
  readonly position: string
  readonly environment: LoggedEvent['environment']
  readonly created_at: string
}

const tellFrom =
  (row: Row, into: LoggedEvent[], is_public = false) =>
  (
    slot: number,
    event: Pick<EventDef, 'type' | 'version'>,
    audience: Audience,
    data: () => object,
  ): void => {
    const position = Number(row.position)
    const { environment, created_at } = row
    const id = toEventId({ position, slot })
    into.push({ id, position, slot, event, environment, is_public, created_at, ...audience, data })
  }

type Tell = ReturnType<typeof tellFrom>

const isPerson = (user: string | null): user is string => user !== null

/** Those of the accounts that are a customer's, and whose they are. */
const about = (...sides: readonly SideOfRow[]): Audience => {
  const [first, second] = sides
  // Most rows have one or two sides, and this is asked for each of their events.
  const customers = sides.filter((side) => side.user !== null)
  const users = customers.flatMap((side) => [side.user, side.manager]).filter(isPerson)
  return {
    users: first?.user === second?.user ? [...new Set(users)] : users,
    accounts: customers.map((side) => side.account),
  }
}

interface SideOfRow {
  readonly side: Side
  readonly account: string
  readonly user: string | null
  readonly manager: string | null
}

function sidesOf(row: MoveLogRow | HoldLogRow): { from: SideOfRow; to: SideOfRow } {
  const account = 'entry_id' in row ? row.from_account : row.account_id
  const { from_user, from_manager, to_user, to_manager } = row
  return {
    from: { side: 'from', account, user: from_user, manager: from_manager },
    to: { side: 'to', account: row.to_account ?? '', user: to_user, manager: to_manager },
  }
}

/** Money that waits: only transfers do so in the open. */
export function announceHold(row: HoldLogRow, assets: AssetCatalogue): LoggedEvent[] {
  const told: LoggedEvent[] = []
  const tell = tellFrom(row, told)
  const { from, to } = sidesOf(row)
  const both = about(from, to)
  const transfer = () => transferOfHold(row, assets)
  tell(holdSlots.transfer_created, TransferCreated, both, transfer)
  tell(holdSlots.transfer_initiated, TransferInitiated, both, transfer)
  tell(holdSlots.workflow_started, WorkflowStarted, both, () => workflowOf(row.id))
  tell(holdSlots.step_completed, WorkflowStepCompleted, both, () => ({
    ...workflowOf(row.id),
    step: RESERVE_STEP,
  }))
  const pending = { id: row.id, asset: row.asset, units: BigInt(row.units) - BigInt(row.fee) }
  const waiting = {
    ...row,
    ...pending,
    fee: BigInt(row.fee),
    status: 'pending',
    reason: null,
  } as const
  const slots = {
    from: holdSlots.created_from,
    to: holdSlots.created_to,
    fee: holdSlots.created_fee,
  }
  tellWaiting(tell, slots, TransactionCreated, waiting, { from, to }, assets)
  return told
}

interface Waiting
  extends Pick<HistoryRow, 'id' | 'asset' | 'status' | 'reason' | 'reference' | 'metadata'> {
  readonly units: bigint
  readonly fee: bigint
}

/** Both sides of a transfer that waits or failed, and its fee, as the transactions they would be. */
function tellWaiting(
  tell: Tell,
  slots: Readonly<Record<'from' | 'to' | 'fee', number>>,
  event: EventDef,
  waiting: Waiting,
  { from, to }: { readonly from: SideOfRow; readonly to: SideOfRow },
  assets: AssetCatalogue,
): void {
  const one = (slot: number, side: SideOfRow, other: SideOfRow | undefined, line: 0 | 1) =>
    tell(slot, event, about(side), () =>
      toTransaction(
        {
          ...moveless,
          ...waiting,
          line,
          side: side.side,
          account_id: side.account,
          other_account: other?.account ?? null,
          subtype: line === 1 ? 'fee' : null,
          units: String(line === 1 ? waiting.fee : waiting.units),
        },
        assets,
      ),
    )
  one(slots.from, from, to, 0)
  one(slots.to, to, from, 0)
  if (waiting.fee > 0n) one(slots.fee, from, undefined, 1)
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

const transferOfHold = (row: HoldLogRow, assets: AssetCatalogue) =>
  toTransfer({
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

/** Money that moved. */
export function announceMove(row: MoveLogRow, assets: AssetCatalogue): LoggedEvent[] {
  const told: LoggedEvent[] = []
  const tell = tellFrom(row, told)
  const { from, to } = sidesOf(row)
  const isTransfer = row.fee !== null && from.user !== null && to.user !== null
  // A transfer that waited was told of when it began to.
  const waited = row.link === 'capture_of' && row.linked_to === row.entry_id
  if (isTransfer && !waited) {
    const accepted = () => transferOfMove(row, assets, 'pending')
    tell(moveSlots.transfer_created, TransferCreated, about(from, to), accepted)
    tell(moveSlots.transfer_initiated, TransferInitiated, about(from, to), accepted)
  }
  for (const side of [from, to]) if (side.user !== null) tellSide(tell, row, side, waited, assets)
  if (isTransfer) {
    const both = about(from, to)
    tell(moveSlots.transfer_completed, TransferCompleted, both, () => completedOf(row, assets))
    if (waited) tellWorkflow(tell, row, both)
  }
  return told.toSorted((a, b) => a.slot - b.slot)
}

function tellSide(
  tell: Tell,
  row: MoveLogRow,
  side: SideOfRow,
  waited: boolean,
  assets: AssetCatalogue,
): void {
  const slot = (name: 'created' | 'balance' | 'completed' | 'low' | 'negative') =>
    moveSlots[`${name}_${side.side}`]
  const audience = about(side)
  const transaction = () => transactionOf(row, side, assets)
  if (!waited) tell(slot('created'), TransactionCreated, audience, transaction)
  tell(slot('balance'), AccountBalanceUpdated, audience, () => balanceOf(row, side, assets))
  tell(slot('completed'), TransactionCompleted, audience, transaction)
  if (row.asset !== 'USD') return
  const { before, after } = changeOf(row, side.side)
  const alert = (threshold: bigint) => () => ({
    account_uuid: side.account,
    asset_code: row.asset,
    balance: toJsonInteger(after),
    threshold: toJsonInteger(threshold),
  })
  const isLow = after < LOW_BALANCE_CENTS
  if (isLow && (before >= LOW_BALANCE_CENTS || row.type === 'deposit'))
    tell(slot('low'), BalanceLow, audience, alert(LOW_BALANCE_CENTS))
  if (after < 0n && before >= 0n) tell(slot('negative'), BalanceNegative, audience, alert(0n))
}

function changeOf(row: MoveLogRow, side: Side) {
  const after = BigInt(side === 'from' ? row.from_after : row.to_after)
  const change = side === 'from' ? -BigInt(row.units) : BigInt(row.units)
  return { before: after - change, change, after }
}

function balanceOf(row: MoveLogRow, { side, account }: SideOfRow, assets: AssetCatalogue) {
  const { before, change, after } = changeOf(row, side)
  return {
    account_uuid: account,
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

const transactionOf = (row: MoveLogRow, { side, account }: SideOfRow, assets: AssetCatalogue) =>
  toTransaction(
    {
      ...moveless,
      ...row,
      id: row.entry_id,
      side,
      account_id: account,
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

function completedOf(row: MoveLogRow, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  // The fee is taken right after, as a move of its own.
  const from_after = BigInt(row.from_after) - BigInt(row.fee!)
  return {
    ...transferOfMove(row, assets, 'completed'),
    from_balance_after: formatDecimal({ units: from_after, asset }),
    to_balance_after: formatDecimal({ units: BigInt(row.to_after), asset }),
  }
}

function tellWorkflow(tell: Tell, row: MoveLogRow, audience: Audience): void {
  const workflow = () => workflowOf(row.entry_id)
  tell(moveSlots.step_completed, WorkflowStepCompleted, audience, () => ({
    ...workflow(),
    step: MOVE_STEP,
  }))
  tell(moveSlots.workflow_completed, WorkflowCompleted, audience, () => ({
    ...workflow(),
    status: 'completed',
    duration_ms: Math.max(0, Date.parse(row.created_at) - timeOf(row.entry_id).getTime()),
    error: null,
  }))
}

export interface AccountOwners {
  readonly user_uuid: string | null
  readonly manager_uuid: string | null
}

/** What was written down as an event; a failed transfer is also two failed transactions. */
export function announceEvent(
  row: EventRow,
  owners: ReadonlyMap<string, AccountOwners>,
  assets: AssetCatalogue,
): LoggedEvent[] {
  const told: LoggedEvent[] = []
  const tell = tellFrom(row, told, row.is_public)
  const sideOf = (account: string, side: Side): SideOfRow => {
    const { user_uuid, manager_uuid } = owners.get(account) ?? NOBODY
    return { side, account, user: user_uuid, manager: manager_uuid }
  }
  const accounts = [row.account_uuid, row.other_account_uuid].filter((id) => id !== null)
  const audience = about(...accounts.map((id) => sideOf(id, 'from')))
  const users = row.user_uuid === null ? audience.users : [row.user_uuid, ...audience.users]
  // An account that is not open yet, or is the bank's own, is named all the same.
  const whom = { users: [...new Set(users)], accounts }
  const data = () => readJson(row.data) as object
  tell(eventSlots.itself, { type: row.type as EventDef['type'], version: row.version }, whom, data)
  if (row.type === TransferFailed.type) {
    const failed = data() as ReturnType<typeof toTransfer>
    const sides = { from: sideOf(failed.from_account, 'from'), to: sideOf(failed.to_account, 'to') }
    const slots = {
      from: eventSlots.failed_from,
      to: eventSlots.failed_to,
      fee: eventSlots.failed_fee,
    }
    tellWaiting(tell, slots, TransactionFailed, failedOf(failed, assets), sides, assets)
  }
  return told
}

const NOBODY: AccountOwners = { user_uuid: null, manager_uuid: null }

function failedOf(failed: ReturnType<typeof toTransfer>, assets: AssetCatalogue): Waiting {
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
