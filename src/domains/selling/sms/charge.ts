// What a door without payments on the spot charges for a message: a flat amount from the caller's own
// account, and no message that costs more. The money is reserved before anybody outside is asked and
// taken when the message is on its way; a refusal takes nothing.
import { multiplyDivide } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import { findFirstAccounts, post, systemAccount } from '../../core/ledger/index.ts'
import { NoAccountToCharge, SmsNotCovered } from './errors.ts'

const ASSET = 'USD'
const PURPOSE = 'sms'
/** A cent in millionths of a dollar. */
const USDC_IN_CENT = 10_000n

/** Throws when the flat charge does not pay for it. */
export function checkCovered(price_usdc: bigint, flatCents: bigint): void {
  const cents = multiplyDivide(price_usdc, 1n, USDC_IN_CENT, 'up')
  if (cents > flatCents) throw SmsNotCovered({ cents, flatCents })
}

export interface Sending<Sent> {
  /** What was sent a moment ago, if it was the same: it is paid for. */
  findSame(): Promise<Sent | undefined>
  send(): Promise<Sent>
}

export async function charging<Sent>(
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
  // Asked once the balance is held: of many at once the first sends, and the others find what it sent.
  const same = await sending.findSame()
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
  // Everybody's fees meet in one account: it is held from here to the commit only.
  await post(ctx, {
    books: [own, { account: bank, asset: ASSET }],
    holds: [hold],
    decide: (ledger) => ledger.capture({ hold, type: 'transfer', subtype: 'fee' }),
  })
  return sent
}
