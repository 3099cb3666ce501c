// Pays one day's interest: balance × rate ÷ 100 ÷ 365, rounded half to even to the asset's smallest unit,
// for every positive balance of a customer's account that is not frozen. The balance at the end of the
// day (UTC) counts, so money that moves between accounts while the batch runs counts once. Each account gets the
// interest of a day once in each asset, however many batches pay that day.
import { multiplyDivide } from '../../../kernel/money.ts'
import { readAsset } from '../assets/index.ts'
import { type BookCursor, countBooksWithInterest, listBooksWithInterest } from '../ledger/index.ts'
import { endOf, lastSettledDay } from './days.ts'
import { type ParametersOf, readRate } from './parameters.ts'
import { movePayments, summarizePayments } from './payments.ts'
import * as store from './store.ts'
import type { StepResult, StepContext } from './step.ts'

const DAYS_A_YEAR = 365n
const PAID_BEFORE = 'The interest of this day has been paid before.'

interface State extends BookCursor {
  readonly date: string
}

export async function payInterest(work: StepContext): Promise<StepResult> {
  const { ctx, batch, operation, assets, chunkSize } = work
  const parameters = operation.parameters as ParametersOf<'account_interest'>
  if (parameters.asset_code !== undefined) readAsset(assets, parameters.asset_code)
  const state = (operation.state as State | null) ?? begin(parameters.date, ctx.now)
  const filter = {
    environment: batch.environment,
    asset: parameters.asset_code,
    at: endOf(state.date),
  }
  await store.lockInterestDay(ctx.tx, state.date)
  const books = await listBooksWithInterest(ctx.tx, filter, state, chunkSize)
  const { numerator, denominator } = readRate(parameters.rate)!
  const interestOn = (balance: bigint) =>
    multiplyDivide(balance, numerator, denominator * 100n * DAYS_A_YEAR, 'half-even')
  const paid = await store.findPaidInterest(ctx.tx, state.date, books)
  const due = books.map(({ account_id, asset, units }) => ({
    account_id,
    asset,
    units: interestOn(units),
    ...(paid.has(`${account_id} ${asset}`) && { refused: PAID_BEFORE }),
  }))
  const { skipped } = await movePayments(work, due, {
    reference: `Interest ${state.date}`,
    interest_day: state.date,
  })
  const last = books.at(-1)
  return {
    processed: books.length,
    skipped,
    ...(operation.state === null && { total: await countBooksWithInterest(ctx.tx, filter) }),
    state: last ? { ...state, account: last.account_id, asset: last.asset } : state,
    ...(books.length < chunkSize && {
      result: {
        date: state.date,
        rate: String(parameters.rate),
        rounding: 'half-even',
        ...(await summarizePayments(work)),
      },
    }),
  }
}

const BEFORE_ALL_ACCOUNTS = '00000000-0000-0000-0000-000000000000'

const begin = (requested: string | undefined, now: Date): State => ({
  date: requested ?? lastSettledDay(now),
  account: BEFORE_ALL_ACCOUNTS,
  asset: '',
})
