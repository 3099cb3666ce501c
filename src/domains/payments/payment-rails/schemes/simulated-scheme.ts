// The simulated networks, which move no real money. These are all of their rules; nothing is random. They answer
// after PAYMENT_RAILS_SIMULATED_SECONDS, and the last four digits of the counterparty's account decide:
//   99nn  refused. On ACH it is returned with the code Rnn; on other rails it fails with the code in the table below.
//   98nn  settles, and is returned with the same code after the same time again.
//   97nn  on ACH: settles with the notification of change Cnn; on other rails it just settles.
//   9607  the first rail that is tried is offline (AB07), if it is instant; the next one settles.
//   9608  every instant rail finds the creditor's bank offline (AB08); other rails settle.
//   9600  the network never answers, and the payment stays processing.
//   else  settles.
import type { Outcome, Scheme } from './scheme.ts'
import { railOf } from '../rails/catalogue.ts'
import { reasonOf } from '../reasons.ts'
import type { PaymentRow } from '../payments/store.ts'

/** The ISO code of each pair of digits. */
const isoCodes: Readonly<Record<string, string>> = {
  '01': 'AC01',
  '04': 'AC04',
  '05': 'AB05',
  '06': 'AC06',
  '13': 'AC13',
  '24': 'AM04',
  '51': 'MD01',
  '57': 'MD07',
}

const lastFour = ({ party }: PaymentRow): string =>
  (party.iban ?? party.account_number ?? '').replace(/\D/g, '').slice(-4)

/** The code that the account requests with this prefix; undefined if it requests none. */
function codeOf(payment: PaymentRow, mark: '97' | '98' | '99'): string | undefined {
  const digits = lastFour(payment)
  if (!digits.startsWith(mark)) return undefined
  const number = digits.slice(2)
  if (payment.rail === 'ach')
    return number === '00' ? undefined : `${mark === '97' ? 'C' : 'R'}${number}`
  return mark === '97' ? undefined : isoCodes[number]
}

function findOffline(payment: PaymentRow): string | undefined {
  if (!railOf(payment.rail).instant) return undefined
  const digits = lastFour(payment)
  if (digits === '9607' && payment.attempts.length === 0) return 'AB07'
  return digits === '9608' ? 'AB08' : undefined
}

export const simulatedScheme = (seconds: number): Scheme => ({
  name: 'simulated',
  simulated: true,
  answerSeconds: seconds,
  submit: () => Promise.resolve(),
  submitBatch: () => Promise.resolve(),
  answer(payment): Outcome | undefined {
    if (lastFour(payment) === '9600') return undefined
    const offline = findOffline(payment)
    if (offline !== undefined) return { status: 'failed', code: offline, reason: reasonOf(offline) }
    const refused = codeOf(payment, '99')
    if (refused !== undefined)
      return {
        status: payment.rail === 'ach' ? 'returned' : 'failed',
        code: refused,
        reason: reasonOf(refused),
      }
    const changed = codeOf(payment, '97')
    return changed === undefined
      ? { status: 'completed' }
      : { status: 'completed', code: changed, reason: reasonOf(changed) }
  },
  answerLater(payment): Outcome | undefined {
    const code = codeOf(payment, '98')
    return code === undefined ? undefined : { status: 'returned', code, reason: reasonOf(code) }
  },
})
