// Carries payments of open banking to other banks over the payment rails.
import type { ExportsOf } from '../../../operation/domain.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { AccountDirectory } from '../../core/account-numbers/index.ts'
import type { PaymentQuery, Carrier, openBanking, Progress } from '../open-banking/index.ts'
import type { PaymentState, PaymentListener, paymentRails } from '../payment-rails/index.ts'

/** The name of the carrier, and of the origin of its payments. */
const CARRIER = 'open_banking'

type Rails = Pick<ExportsOf<typeof paymentRails>, 'send' | 'quote' | 'find'>

export const railCarrier = (rails: Rails, directory: AccountDirectory): Carrier => ({
  name: CARRIER,
  reaches: (iban) => !directory.isOurs(iban),
  check: (payment, ctx) =>
    sayingIban(async () => (await rails.quote(ctx, toRequest(payment))).fee_units),
  send: (payment, ctx) =>
    sayingIban(async () => {
      const { fee_units } = payment
      return (await rails.send(ctx, { ...toRequest(payment), fee_units })).id
    }),
  async follow(tx, id) {
    const payment = await rails.find(tx, id)
    if (!payment) throw new Error(`the rails do not know the payment ${id}`)
    return progressOf(payment)
  },
})

const toRequest = (payment: PaymentQuery) => ({
  account: payment.debtor_account,
  units: payment.units,
  currency: payment.currency,
  creditor: { name: payment.creditor_name, iban: payment.creditor_iban },
  memo: payment.reference,
  rail: 'auto',
  origin: CARRIER,
  end_to_end_id: payment.end_to_end_id,
})

/** Renames creditor_account in an error of the rails to creditor_iban, the field of open banking. */
async function sayingIban<Output>(work: () => Promise<Output>): Promise<Output> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError && error.def.code === Invalid.code)) throw error
    const { errors } = error.details as { readonly errors: Readonly<Record<string, string[]>> }
    const renamed = Object.entries(errors).map(([field, sentences]) => [
      field.startsWith('creditor_account') ? 'creditor_iban' : field,
      sentences,
    ])
    throw Invalid({ errors: Object.fromEntries(renamed) })
  }
}

const statusOf: Readonly<Record<PaymentState['status'], Progress['status']>> = {
  pending: 'pending',
  processing: 'pending',
  completed: 'completed',
  failed: 'failed',
  returned: 'failed',
  cancelled: 'failed',
  recovering: 'failed',
}

const progressOf = ({ status, code, reason }: PaymentState): Progress => {
  const progress = statusOf[status]
  if (progress !== 'failed') return { status: progress, reason: null }
  const start = status === 'returned' ? 'The payment was returned: ' : ''
  return {
    status: progress,
    reason: `${start}${reason ?? 'The rail rejected it.'}${code === null ? '' : ` (${code})`}`,
  }
}

export const carrierListener = ({
  lockCarried,
  reportCarried,
}: Pick<ExportsOf<typeof openBanking>, 'lockCarried' | 'reportCarried'>): PaymentListener => ({
  origin: CARRIER,
  prepare: ({ id }, ctx) => lockCarried(CARRIER, id, ctx),
  ended: (payment, ctx) => reportCarried(CARRIER, payment.id, progressOf(payment), ctx),
})
