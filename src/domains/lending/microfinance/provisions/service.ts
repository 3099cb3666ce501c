// Provisions: what the bank sets aside for loans that are repaid late. A review of a day compares each loan's
// allowance in the ledger with its class, and books the difference once.
import { addDays, type Day, dayOf } from '../../../../kernel/days.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readAsset } from '../../../core/assets/index.ts'
import { post, systemAccount } from '../../../core/ledger/index.ts'
import { viewerOf } from '../access.ts'
import { ProvisionBooked } from '../events.ts'
import { type LoanRow, updateLoan } from '../loans/store.ts'
import { getLoan } from '../loans/service.ts'
import type { MicrofinanceOptions } from '../options.ts'
import {
  categories,
  type Category,
  classOf,
  type ProvisionClass,
  type ProvisionClasses,
  provisionOf,
} from './classes.ts'
import * as store from './store.ts'
import { daysOverdue } from '../loans/allocation.ts'

/** How many loans one transaction reviews, so that no review holds the ledger's accounts for long. */
export const REVIEW_MAX = 200

interface Review {
  readonly row: LoanRow
  readonly class: ProvisionClass
  readonly days: number
  readonly units: bigint
}

function reviewLoan(row: LoanRow, today: Day, classes: ProvisionClasses): Review {
  const days = daysOverdue(row.next_due_on, today)
  const found = classOf(classes, days)
  return { row, class: found, days, units: provisionOf(BigInt(row.outstanding), found) }
}

/** Reviews some loans that were not reviewed today; returns how many, and the sum of what changed. */
export async function reviewBatch(
  ctx: Context,
  { assets, classes }: MicrofinanceOptions,
): Promise<{ readonly reviewed: number; readonly adjusted: number }> {
  const { environment } = ctx.caller
  const day = dayOf(ctx.now)
  const which = { environment, day, limit: REVIEW_MAX }
  const loans = await store.lockLoansToReview(ctx.tx, which)
  if (loans.length === 0) return { reviewed: 0, adjusted: 0 }
  const reviews = loans.map((row) => reviewLoan(row, day, classes))
  const entries = await bookAdjustments(reviews, environment, ctx)
  await store.insertProvisions(
    ctx.tx,
    reviews.map(({ row, class: { category }, days, units }) => ({
      loan_uuid: row.uuid,
      review_date: day,
      category,
      days_overdue: days,
      outstanding: BigInt(row.outstanding),
      units,
      entry_id: entries.get(row.uuid) ?? null,
    })),
  )
  for (const {
    row,
    class: { category },
    days,
    units,
  } of reviews) {
    await updateLoan(ctx.tx, row.uuid, { provision: units, reviewed_on: day })
    if (!entries.has(row.uuid)) continue
    const asset = assets.get(row.asset)
    ctx.emit(ProvisionBooked, {
      loan_id: row.uuid,
      category,
      days_overdue: days,
      provision_amount: formatDecimal({ units, asset }),
      currency: row.asset,
      review_date: day,
    })
  }
  return { reviewed: reviews.length, adjusted: entries.size }
}

/** One entry per loan: a higher provision is a loss of today, a lower one reverses part of the loss. */
async function bookAdjustments(
  reviews: readonly Review[],
  environment: Environment,
  ctx: Context,
): Promise<Map<string, string>> {
  const changed = reviews.filter(({ row, units }) => units !== BigInt(row.provision))
  const [losses, allowance] = (['loan-losses', 'loan-allowance'] as const).map((code) =>
    systemAccount(environment, code),
  )
  const currencies = [...new Set(changed.map(({ row }) => row.asset))]
  return post(ctx, {
    books: currencies.flatMap((asset) =>
      [losses!, allowance!].map((account) => ({ account, asset })),
    ),
    decide: (ledger) =>
      new Map(
        changed.map(({ row, units }) => {
          const more = units - BigInt(row.provision)
          const [from, to] = more > 0n ? [losses!, allowance!] : [allowance!, losses!]
          const entry = ledger.post({
            type: 'transfer',
            subtype: 'loan_provision',
            reference: `Provision for loan ${row.uuid}`,
            metadata: { loan_id: row.uuid },
            moves: [{ from, to, asset: row.asset, units: more > 0n ? more : -more }],
          })
          return [row.uuid, entry.id]
        }),
      ),
  })
}

/** One batch for an operator; `remaining` says whether to call again before the nightly job does it. */
export async function runReview(ctx: Context, options: MicrofinanceOptions) {
  const done = await reviewBatch(ctx, options)
  const day = dayOf(ctx.now)
  const which = { environment: ctx.caller.environment, day }
  return { review_date: day, ...done, remaining: await store.countLoansToReview(ctx.tx, which) }
}

export async function getProvision(id: string, ctx: Context, options: MicrofinanceOptions) {
  const { row } = await getLoan(id, ctx)
  return toProvision(row, dayOf(ctx.now), options)
}

/** The class of today; `booked_amount` is what the ledger has since the last review. */
function toProvision(row: LoanRow, today: Day, { assets, classes }: MicrofinanceOptions) {
  const asset = assets.get(row.asset)
  const { class: found, days, units } = reviewLoan(row, today, classes)
  const show = (value: bigint) => formatDecimal({ units: value, asset })
  return {
    loan_id: row.uuid,
    category: found.category,
    days_overdue: days,
    outstanding_amount: show(BigInt(row.outstanding)),
    rate: showRate(found),
    provision_amount: show(units),
    booked_amount: show(BigInt(row.provision)),
    currency: row.asset,
    stage: found.stage,
    review_date: row.reviewed_on ?? today,
  }
}

/** As a fraction: "0.05" is five percent. */
const showRate = ({ basis_points }: ProvisionClass): string =>
  formatDecimal({ units: BigInt(basis_points), asset: { code: '', precision: 4 } })

/** The due dates of the loans that belong to a class today. */
function rangeOf(classes: ProvisionClasses, category: Category, today: Day): store.DueRange {
  const index = classes.findIndex((one) => one.category === category)
  const next = classes[index + 1]
  return {
    to: index === 0 ? null : addDays(today, -classes[index]!.from_days),
    from: next ? addDays(today, -next.from_days) : null,
  }
}

const filterOf = (ctx: Context, asset: string) => ({
  environment: ctx.caller.environment,
  viewer: viewerOf(ctx.caller),
  asset,
})

/** Of all loans for an operator; of their own loans and groups for other callers. */
export async function summarizeProvisions(
  currency: string,
  ctx: Context,
  { assets, classes }: MicrofinanceOptions,
) {
  const asset = readAsset(assets, currency, 'currency')
  const today = dayOf(ctx.now)
  const sums: Record<Category, bigint> = { standard: 0n, substandard: 0n, doubtful: 0n, loss: 0n }
  let [loans, outstanding] = [0, 0n]
  for (const { category, basis_points } of classes) {
    const range = rangeOf(classes, category, today)
    const found = await store.sumClass(ctx.tx, filterOf(ctx, asset.code), range, basis_points)
    sums[category] = found.units
    loans += found.loans
    outstanding += found.outstanding
  }
  const show = (units: bigint) => formatDecimal({ units, asset })
  return {
    standard: show(sums.standard),
    substandard: show(sums.substandard),
    doubtful: show(sums.doubtful),
    loss: show(sums.loss),
    total: show(categories.reduce((total, category) => total + sums[category], 0n)),
    outstanding_amount: show(outstanding),
    loans,
    currency: asset.code,
    as_of: today,
  }
}

export async function listProvisions(
  category: Category,
  currency: string,
  ctx: Context,
  page: PageRequest,
  options: MicrofinanceOptions,
) {
  const asset = readAsset(options.assets, currency, 'currency')
  const today = dayOf(ctx.now)
  const range = rangeOf(options.classes, category, today)
  const { rows, total } = await store.listClass(ctx.tx, filterOf(ctx, asset.code), range, page)
  return { rows: rows.map((row) => toProvision(row, today, options)), total }
}
