// What operators of the bank do in the story: they pay interest, and give back a payment that was made twice.
import { batchExecute, transactionReverse, transferCreate } from '../sdk/client/operations.ts'
import type { StoryDay } from './calendar.ts'
import type { Cast } from './load.ts'
import type { Caller } from './person.ts'

const MISTAKE_ON = 40
const MISTAKE = 'Flowers for the shop'

export async function workAtTheDesk(cast: Cast, desk: Caller, day: StoryDay): Promise<void> {
  // On the first day of a month for the last day of the month before.
  if (day.dayOfMonth === 1)
    await desk.write(`interest-${day.date}`, batchExecute, {
      batch_name: `Interest before ${day.date}`,
      operations: [{ type: 'account_interest', parameters: { rate: '2.00', asset_code: 'USD' } }],
    })
  if (day.index === MISTAKE_ON) await giveBack(cast, desk)
}

/** Henrik orders flowers twice by mistake; the second payment is given back. */
async function giveBack({ henrik, amara }: Cast, desk: Caller): Promise<void> {
  const payment = {
    from_account: henrik.account().uuid,
    to_account: amara.account().uuid,
    amount: '48.00',
    asset_code: 'USD',
    reference: MISTAKE,
  }
  const made = await henrik.findEntries(MISTAKE)
  for (const key of ['flowers', 'flowers-again'].slice(made.length))
    await henrik.write(key, transferCreate, payment)
  const [second] = await henrik.findEntries(MISTAKE)
  if (await henrik.hasReversal(second!.uuid)) return
  await desk.write('flowers-back', transactionReverse, {
    transaction_id: second!.uuid,
    reason: 'The customer paid twice by mistake.',
  })
}
