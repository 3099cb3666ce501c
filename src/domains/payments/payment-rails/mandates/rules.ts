// What a mandate allows: it must be active and not expired, and the amount and the number of collections must be within
// its limits.
import { formatDecimal } from '../../../../kernel/money.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Account } from '../../../core/ledger/index.ts'
import type { AuthorityCheck } from '../../../people/identity/index.ts'
import * as store from './store.ts'
import type { MandateRow } from './store.ts'
import type { PaymentRow } from '../payments/store.ts'

/** A mandate that is not used for this many months expires. */
const UNUSED_MONTHS = 36

export function expiryAfter(used: Date): Date {
  const end = new Date(used)
  end.setUTCMonth(end.getUTCMonth() + UNUSED_MONTHS)
  return end
}

const EUR = { code: 'EUR', precision: 2 }

/** The start of the period in which one collection is allowed; undefined if there is no such limit. */
function periodStart(frequency: MandateRow['frequency'], now: Date): Date | undefined {
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  switch (frequency) {
    case 'adhoc':
      return undefined
    case 'one_off':
      return new Date(0)
    case 'weekly':
      return new Date(Date.UTC(year, month, now.getUTCDate() - ((now.getUTCDay() + 6) % 7)))
    case 'monthly':
      return new Date(Date.UTC(year, month, 1))
    case 'quarterly':
      return new Date(Date.UTC(year, month - (month % 3), 1))
    case 'yearly':
      return new Date(Date.UTC(year, 0, 1))
  }
}

export interface InvalidField {
  readonly code: 'MD01' | 'AM02' | 'MD02'
  readonly reason: string
}

/** Why a mandate, locked by the caller, does not allow a collection; undefined if it does. */
export async function findMandateFault(
  mandate: MandateRow,
  units: bigint,
  ctx: Pick<Context, 'tx' | 'now'>,
): Promise<InvalidField | undefined> {
  if (mandate.status !== 'active' || Date.parse(mandate.expires_at) <= ctx.now.getTime()) {
    const status = mandate.status === 'active' ? 'expired' : mandate.status
    return {
      code: 'MD01',
      reason: `The mandate is ${status}; only an active one allows collections.`,
    }
  }
  if (mandate.max_units !== null && units > BigInt(mandate.max_units)) {
    const show = (value: bigint) => formatDecimal({ units: value, asset: EUR })
    return {
      code: 'AM02',
      reason: `The mandate allows at most ${show(BigInt(mandate.max_units))} EUR a collection, and this is ${show(units)} EUR.`,
    }
  }
  const since = periodStart(mandate.frequency, ctx.now)
  if (since && (await store.countCollections(ctx.tx, mandate.id, since)) > 0)
    return {
      code: 'MD02',
      reason:
        mandate.frequency === 'one_off'
          ? 'The mandate is for one collection, which has been made.'
          : `The mandate allows one ${mandate.frequency} collection, and this period has one already.`,
    }
  return undefined
}

/** A collection counts as a use of the mandate, which then lasts another 36 months. */
export const markUsed = (ctx: Pick<Context, 'tx' | 'now'>, id: string) =>
  store.updateMandate(ctx.tx, id, {
    last_used_at: ctx.now,
    expires_at: expiryAfter(ctx.now),
    updated_at: ctx.now,
  })

/**
 * Finds the mandate by which a customer of this bank authorizes the creditor of a collection. The creditor's account
 * must be the one that the customer named: knowing a creditor's identifier and a reference is not enough.
 */
export async function findDebtorMandate(
  debtor: Pick<Account, 'id' | 'environment'>,
  creditor: Pick<MandateRow, 'creditor_id' | 'mandate_id'> & { readonly creditor_iban?: string },
  ctx: Pick<Context, 'tx'>,
): Promise<MandateRow | undefined> {
  const found = await store.lockDebtorMandate(ctx.tx, {
    environment: debtor.environment,
    account_id: debtor.id,
    creditor_id: creditor.creditor_id,
    mandate_id: creditor.mandate_id,
  })
  const isTheirs =
    creditor.creditor_iban === undefined || creditor.creditor_iban === found?.creditor_iban
  return isTheirs ? found : undefined
}

/** The same for the mandate of a debtor, whose authority must still be valid. */
export async function findDebtorFault(
  mandate: MandateRow,
  units: bigint,
  ctx: Pick<Context, 'tx' | 'now' | 'maySpend'>,
  standing: AuthorityCheck,
): Promise<InvalidField | undefined> {
  const { user_uuid, allowed_by, allowed_with, created_at: allowed_at } = mandate
  // A manager may have recorded it; the owner of the account must be active as well.
  const reason =
    (await standing.refusal(ctx, { user_uuid, allowed_with: null, allowed_at })) ??
    (await standing.refusal(ctx, { user_uuid: allowed_by ?? user_uuid, allowed_with, allowed_at }))
  if (reason !== undefined) return { code: 'MD01', reason: `The mandate is not valid. ${reason}` }
  return findMandateFault(mandate, units, ctx)
}

/** The debtor's mandate for a collection within this bank, or the code with which it is refused. */
export async function checkDebtorMandate(
  row: PaymentRow,
  debtor: Account,
  ctx: Context,
  standing: AuthorityCheck,
): Promise<MandateRow | InvalidField['code']> {
  const creditor = (await store.findMandate(ctx.tx, row.mandate!))!
  const mandate = await findDebtorMandate(debtor, creditor, ctx)
  if (!mandate) return 'MD01'
  const fault = await findDebtorFault(mandate, BigInt(row.units), ctx, standing)
  return fault?.code ?? mandate
}
