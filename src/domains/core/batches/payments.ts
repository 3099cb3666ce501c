// Makes and undoes the payments of a batch between the bank and many customers. Each payment is a
// separate entry, so that each customer sees theirs and a refused payment does not affect the others.
import { AppError } from '../../../operation/error.ts'
import type { Actor, Draft, MoveType, NewEntry } from '../../../operation/posting.ts'
import {
  lockReversedUnits,
  type PostContext,
  post,
  systemAccount,
  type SystemCode,
} from '../ledger/index.ts'
import { type OperationType, toBatchId } from './parameters.ts'
import * as store from './store.ts'
import type { BatchRow, Payment } from './store.ts'
import { type StepContext, writeUnits } from './step.ts'

/** The direction of the money, and the account of the bank on the other side. */
const flows: Partial<
  Record<
    OperationType,
    { readonly system: SystemCode; readonly toCustomer: boolean; readonly subtype: string }
  >
> = {
  account_interest: { system: 'interest', toCustomer: true, subtype: 'interest' },
  fee_collection: { system: 'fees', toCustomer: false, subtype: 'fee' },
}

const flowOf = (type: OperationType) => {
  const flow = flows[type]
  if (!flow) throw new Error(`A batch operation of type ${type} moves no money.`)
  return flow
}

/** A payment that an operation is about to make to or from one account. */
export interface DuePayment {
  readonly account_id: string
  readonly asset: string
  /** 0 when the amount rounds to nothing. */
  readonly units: bigint
  /** Why the payment is not even attempted. */
  readonly refused?: string
}

const TOO_LITTLE = 'The amount is less than half of the smallest unit of the asset.'

/** Makes each payment that the ledger allows, and records the entry or the reason why it was skipped. */
export async function movePayments(
  work: StepContext,
  due: readonly DuePayment[],
  about: { readonly reference: string; readonly interest_day?: string },
): Promise<{ readonly skipped: number }> {
  if (due.length === 0) return { skipped: 0 }
  const { ctx, batch, operation } = work
  const { system, toCustomer, subtype } = flowOf(operation.type)
  const bank = systemAccount(batch.environment, system)
  const pay = (ledger: Draft, one: DuePayment): Payment => {
    const { account_id, asset, units } = one
    const skip = (skipped: string): Payment => ({
      account_id,
      asset,
      units,
      entry_id: null,
      skipped,
    })
    if (one.refused !== undefined) return skip(one.refused)
    if (units <= 0n) return skip(TOO_LITTLE)
    const [from, to] = toCustomer ? [bank, account_id] : [account_id, bank]
    return tryEntry(
      ledger,
      {
        type: typeOf(toCustomer),
        subtype,
        reference: about.reference,
        metadata: { batch_id: toBatchId(batch.id) },
        actor: actorOf(batch),
        credits: 'granted',
        moves: [{ from, to, asset, units }],
      },
      (entry_id) => ({ account_id, asset, units, entry_id, skipped: null }),
      skip,
    )
  }
  const payments = await post(ctx, {
    books: booksOf(due, bank),
    decide: (ledger) => due.map((one) => pay(ledger, one)),
  })
  await store.insertPayments(ctx.tx, operation.id, payments, about.interest_day)
  return { skipped: payments.filter((payment) => payment.entry_id === null).length }
}

/** The type of the transaction on the customer's account. */
const typeOf = (toCustomer: boolean): MoveType => (toCustomer ? 'deposit' : 'withdrawal')

const booksOf = (parts: readonly { account_id: string; asset: string }[], bank: string) => [
  ...parts.map(({ account_id, asset }) => ({ account: account_id, asset })),
  ...[...new Set(parts.map(({ asset }) => asset))].map((asset) => ({ account: bank, asset })),
]

function tryEntry<Outcome>(
  ledger: Draft,
  entry: NewEntry,
  done: (id: string) => Outcome,
  refused: (reason: string) => Outcome,
): Outcome {
  try {
    return done(ledger.attempt(() => ledger.post(entry)).id)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused(error.message)
  }
}

/** The operator who started the batch is recorded as the actor of its entries. */
const actorOf = (batch: BatchRow): Actor => ({
  user_uuid: batch.user_uuid,
  credential_id: batch.credential_id,
  agent: null,
  request_id: batch.request_id,
})

const REVERSED_BEFORE = 'The payment was already reversed.'

/**
 * Undoes the latest payments of the batch that were not undone yet. Frozen accounts are included, as
 * this is a correction by the bank. Money that a customer has already spent cannot be taken back: the
 * payment is kept, with the reason. Resolves to the number of payments handled.
 */
export async function reversePayments(
  ctx: PostContext,
  batch: BatchRow,
  limit: number,
): Promise<number> {
  const standing = await store.listStandingPayments(ctx.tx, batch.id, limit)
  if (standing.length === 0) return 0
  const reversed = await lockReversedUnits(
    ctx.tx,
    standing.map((payment) => payment.entry_id),
  )
  const bankOf = (type: OperationType) => systemAccount(batch.environment, flowOf(type).system)
  const undo = (ledger: Draft, payment: store.StandingPayment): store.Reversal => {
    const { operation_id, type, account_id, asset, entry_id } = payment
    const { toCustomer } = flowOf(type)
    const key = { operation_id, account_id, asset }
    const units = BigInt(payment.units) - (reversed.get(entry_id) ?? 0n)
    if (units <= 0n) return { ...key, reversal_id: null, kept: REVERSED_BEFORE }
    const [from, to] = toCustomer ? [account_id, bankOf(type)] : [bankOf(type), account_id]
    return tryEntry<store.Reversal>(
      ledger,
      {
        type: typeOf(!toCustomer),
        subtype: 'reversal',
        reference: `Reversal by ${toBatchId(batch.id)}`,
        metadata: { batch_id: toBatchId(batch.id) },
        link: { kind: 'reversal_of', to: entry_id },
        actor: actorOf(batch),
        evenIfFrozen: true,
        credits: 'returned',
        moves: [{ from, to, asset, units }],
      },
      (reversal_id) => ({ ...key, reversal_id, kept: null }),
      (reason) => ({ ...key, reversal_id: null, kept: reason }),
    )
  }
  const undone = await post(ctx, {
    books: [...new Set(standing.map((payment) => payment.type))].flatMap((type) =>
      booksOf(
        standing.filter((payment) => payment.type === type),
        bankOf(type),
      ),
    ),
    decide: (ledger) => standing.map((payment) => undo(ledger, payment)),
  })
  await store.updateUndone(ctx.tx, undone)
  return standing.length
}

const SKIPPED_SHOWN = 100

/** The total paid in each asset, and the first skipped payments with their reasons. */
export async function summarizePayments(work: StepContext) {
  const { ctx, operation, assets } = work
  const paid = await store.sumPayments(ctx.tx, operation.id)
  const skipped = await store.listSkipped(ctx.tx, operation.id, SKIPPED_SHOWN)
  return {
    totals: paid.map(({ asset, accounts, units }) => ({
      asset_code: asset,
      accounts,
      amount: writeUnits(assets, asset, BigInt(units)),
    })),
    skipped: skipped.map(({ account_id, asset, skipped: reason }) => ({
      account_uuid: account_id,
      asset_code: asset,
      reason,
    })),
  }
}
