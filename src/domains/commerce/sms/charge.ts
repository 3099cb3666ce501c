// Charges a flat amount to the caller's account for a message, where requests cannot carry a payment (the
// tools for models). Messages that cost more are refused. The money is held before the provider is
// called and captured once the message is sent; a refused message costs nothing.
import { multiplyDivide } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import { findFirstAccounts, post, systemAccount } from '../../core/ledger/index.ts'
import { NoAccountToCharge, SmsNotCovered } from './errors.ts'

const ASSET = 'USD'
const PURPOSE = 'sms'
/** Millionths of a USDC in a cent. */
const USDC_IN_CENT = 10_000n

/** Throws when the message costs more than the flat charge. */
export function checkCovered(price_usdc: bigint, flatCents: bigint): void {
  const cents = multiplyDivide(price_usdc, 1n, USDC_IN_CENT, 'up')
  if (cents > flatCents) throw SmsNotCovered({ cents, flatCents })
}

export interface Sending<Sent> {
  /** The same message if it was sent within the last minute; that one is already paid for. */
  findDuplicate(): Promise<Sent | undefined>
  send(): Promise<Sent>
}

export async function chargeAndSend<Sent>(
  cents: bigint,
  ctx: Context,
  sending: Sending<Sent>,
): Promise<Sent> {
  const { environment, user } = ctx.caller
  const account = (await findFirstAccounts(ctx.tx, { environment, users: [user!] })).get(user!)
  if (account === undefined) throw NoAccountToCharge({})
  const bank = systemAccount(environment, 'fees')
  const own = { account, asset: ASSET }
  const reference = 'Text message'
  const hold = await post(ctx, {
    books: [own],
    decide: (ledger) =>
      ledger.reserve({ purpose: PURPOSE, ...own, to: bank, units: cents, reference }).id,
  })
  // Checked while the balance is locked: of concurrent repeats the first sends, the others find its message.
  const same = await sending.findDuplicate()
  if (same) {
    const reason = 'The message had been sent already.'
    await post(ctx, {
      books: [own],
      holds: [hold],
      decide: (ledger) => void ledger.release(hold, reason),
    })
    return same
  }
  const sent = await sending.send()
  // All fees go to one account, so its lock is taken as late as possible.
  await post(ctx, {
    books: [own, { account: bank, asset: ASSET }],
    holds: [hold],
    decide: (ledger) => ledger.capture({ hold, type: 'transfer', subtype: 'fee' }),
  })
  return sent
}
