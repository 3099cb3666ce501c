// Sends the payments of files to other banks over the payment rails, and reports their outcomes.
import type { ExportsOf } from '../../../operation/domain.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import { type AssetCatalogue, readAmount } from '../../core/assets/index.ts'
import {
  type RailOutcome,
  type paymentFiles,
  rejectionOf,
  type SendToRail,
} from '../payment-files/index.ts'
import type { PaymentState, PaymentListener, paymentRails } from '../payment-rails/index.ts'
import { creditorOf } from './creditor.ts'
import { isoCodeOf } from './iso-codes.ts'

const FILE_ORIGIN = 'payment_file'

/** The longest text that a rail carries to the creditor. */
const MEMO_LENGTH_MAX = 140

export const sendFromFiles =
  (rails: Pick<ExportsOf<typeof paymentRails>, 'send'>, assets: AssetCatalogue): SendToRail =>
  async (payment, ctx) => {
    const { amount, currency, remittance_info, end_to_end_id } = payment
    try {
      const { units } = readAmount(assets, { amount, asset_code: currency })
      const sent = await rails.send(ctx, {
        account: payment.debtor_account,
        units,
        currency,
        creditor: creditorOf(payment),
        memo: remittance_info?.slice(0, MEMO_LENGTH_MAX),
        rail: 'auto',
        origin: FILE_ORIGIN,
        end_to_end_id,
      })
      return { outside_id: sent.id }
    } catch (error) {
      return refusalOf(error)
    }
  }

/** The reason code of a field that no rail accepts; all other refusals are those of the ledger. */
const codeOfField: Readonly<Record<string, string>> = { amount: 'AM02', currency: 'AM03' }

function refusalOf(error: unknown) {
  if (!(error instanceof AppError && error.def.code === Invalid.code)) return rejectionOf(error)
  const { errors } = error.details as { readonly errors: Readonly<Record<string, string[]>> }
  const [field = '', sentences = [error.message]] = Object.entries(errors)[0] ?? []
  return { code: codeOfField[field] ?? 'AC03', reason: sentences.join(' ') }
}

export const fileListener = ({
  lockOutside,
  reportOutside,
}: Pick<ExportsOf<typeof paymentFiles>, 'lockOutside' | 'reportOutside'>): PaymentListener => ({
  origin: FILE_ORIGIN,
  prepare: ({ id }, ctx) => lockOutside(id, ctx),
  ended: (payment, ctx) => reportOutside(payment.id, endOf(payment), ctx),
})

function endOf({ status, code, reason }: PaymentState): RailOutcome {
  if (status === 'completed') return { status: 'settled' }
  if (status === 'cancelled') return { status: 'cancelled' }
  return {
    status: 'rejected',
    code: isoCodeOf(code),
    reason: `${status === 'returned' ? 'The payment was returned: ' : ''}${reason ?? 'The rail rejected it.'}`,
  }
}
