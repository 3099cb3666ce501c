// Pays one day's interest: balance × rate ÷ 100 ÷ 365, rounded half to even to the asset's smallest unit,
// for every positive balance of a customer's account that is not frozen. The balance at the end of the
// day (UTC) counts, or the present balance if the day has not ended.
import { multiplyDivide } from '../../../kernel/money.ts'
import { readAsset } from '../assets/index.ts'
import { type BookCursor, countBooksWithInterest, listBooksWithInterest } from '../ledger/index.ts'
import { dayOf, endOf } from './days.ts'
import { type ParametersOf, readRate } from './parameters.ts'
import { movePayments, summarizePayments } from './payments.ts'
import type { Step, Work } from './work.ts'

const DAYS_A_YEAR = 365n

interface State extends BookCursor {
  readonly date: string
  /** The end of the day; null if the day has not ended, and then the present balance counts. */
  readonly at: string | null
}

export async function payInterest(work: Work): Promise<Step> {
  const { ctx, batch, operation, assets, chunkSize } = work
  const parameters = operation.parameters as ParametersOf<'account_interest'>
  if (parameters.asset_code !== undefined) readAsset(assets, parameters.asset_code)
  const state = (operation.state as State | null) ?? begin(parameters.date, ctx.now)
  const at = state.at === null ? undefined : new Date(state.at)
  const filter = { environment: batch.environment, asset: parameters.asset_code, at }
  const books = await listBooksWithInterest(ctx.tx, filter, state, chunkSize)
  const { numerator, denominator } = readRate(parameters.rate)!
  const interestOn = (balance: bigint) =>
    multiplyDivide(balance, numerator, denominator * 100n * DAYS_A_YEAR, 'half-even')
  const due = books.map((book) => ({
    ...book,
    units: (balance: bigint) => interestOn(at ? book.units : balance),
  }))
  const { skipped } = await movePayments(work, due, { reference: `Interest ${state.date}` })
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

function begin(requested: string | undefined, now: Date): State {
  const date = requested ?? dayOf(now)
  const end = endOf(date)
  return { date, at: end > now ? null : end.toISOString(), account: BEFORE_ALL_ACCOUNTS, asset: '' }
}
