// Whether a payment can be written into the file or message of its rail. It is checked before the account is debited,
// so that the sender can correct the payment, and again at submission: one that cannot be written fails, and delays no
// other.
import { dayOf } from '../../../../kernel/days.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AssetRecord } from '../../../core/assets/index.ts'
import { findEntryFault } from '../ach/entries.ts'
import { getOwnParty } from '../own-accounts.ts'
import type { Party } from '../party.ts'
import type { RailOptions } from '../payments/service.ts'
import { type Rail, railOf } from '../rails/catalogue.ts'
import type { Refusal } from './scheme.ts'
import type { PaymentRow } from '../payments/store.ts'
import { findTransferFault } from './transfer-message.ts'

/** A value that does not fit into a file: the field of the file, and the reason. */
export interface InvalidField {
  readonly field?: string | undefined
  readonly reason: string
}

/** The name of a field of a file in words, such as "account number". */
const describe = ({ field, reason }: InvalidField): string => {
  const name = nameOf(field)
    .replaceAll(/_|(?=[A-Z])/g, ' ')
    .toLowerCase()
  return name === '' ? reason : `${name}: ${reason}`
}

const nameOf = (field = ''): string => field.split('.').at(-1)!

/** The refusal of a payment that cannot be written. */
export const invalidForRail = (
  { rail }: Pick<PaymentRow, 'rail'>,
  fault: InvalidField,
): Refusal => ({
  status: 'failed',
  code: 'FF01',
  reason: `The payment cannot be written into a file of ${railOf(rail).name}, ${describe(fault)}`,
})

export interface Candidate {
  readonly rail: Rail
  readonly external_id: string
  readonly end_to_end_id: string
  readonly user_uuid: string
  readonly account_id: string
  readonly party: Party
  readonly memo: string | null
  readonly asset: AssetRecord
  readonly units: bigint
}

/** The first value of a payment that does not fit into the file or message of its rail; undefined if all do. */
export async function findInvalidField(
  payment: Candidate,
  ctx: Context,
  options: RailOptions,
): Promise<InvalidField | undefined> {
  const { rail, asset, units } = payment
  if (rail.batched) return findEntryFault(payment, ctx.now, options)
  // A direct debit that the debtor initiates exists in the simulation only, and in no message.
  if (rail.type === 'direct_debit') return undefined
  const errors = findTransferFault({
    ...payment,
    rail: rail.id,
    asset: asset.code,
    amount: formatDecimal({ units, asset }),
    settlement_date: dayOf(ctx.now),
    own: await getOwnParty(ctx.tx, options.directory, payment),
    now: ctx.now,
  })
  const [field, sentences] = Object.entries(errors ?? {})[0] ?? []
  return field === undefined ? undefined : { field, reason: sentences!.join(' ') }
}

/** Refuses a payment that could not be written, at the field of the request that has to change. */
export async function validateForRail(
  payment: Candidate,
  ctx: Context,
  options: RailOptions,
): Promise<void> {
  const fault = await findInvalidField(payment, ctx, options)
  if (!fault) return
  const reason = `${payment.rail.name} cannot carry this ${describe(fault)}`
  throw Invalid({ errors: { [fieldOf(fault.field)]: [reason] } })
}

/** The field of a request behind that of a file. */
function fieldOf(field: string | undefined): string {
  const name = nameOf(field)
  if (name === 'information' || name === 'remittance_info') return 'memo'
  if (name === 'amount' || name === 'end_to_end_id') return name
  return name.startsWith('debtor') ? 'from_account' : 'creditor_account'
}
