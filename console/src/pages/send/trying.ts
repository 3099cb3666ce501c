// What a payment would do. The bank tries one to an account without effect; one to an e-mail address cannot be tried, so
// that what is known here is checked here, and the bank checks the rest when it is sent.
import { transferCreate } from '../../../../sdk/client/operations.ts'
import { client } from '../../bank.ts'
import { addDecimals, isZero } from '../../decimal.ts'
import { formatDecimal } from '../../design/money.tsx'
import type { Draft } from './draft-form.tsx'
import type { Tried } from './preview.tsx'

export const toTransfer = ({ from, to, amount, asset, reference }: Draft) => ({
  from_account: from.account.uuid,
  to_account: to,
  amount,
  asset_code: asset,
  ...(reference !== '' && { reference }),
})

export async function tryOut(draft: Draft): Promise<Tried> {
  if (draft.kind === 'email') return { left: checkHere(draft) }
  const { data } = await transferCreate(client, { ...toTransfer(draft), simulate: true })
  const { transfer_fee, currency } = data.fees
  return {
    fee: { amount: transfer_fee, code: currency },
    ...(data.from_balance_after !== undefined && { left: data.from_balance_after }),
  }
}

/** What would be left; throws the sentence for the viewer when the payment cannot be made. */
function checkHere({ from, amount, asset }: Draft): string {
  if (isZero(amount)) throw new Error('The amount must be more than zero.')
  const held = from.balances.find(({ asset_code }) => asset_code === asset)
  const digits = held?.asset.precision ?? 0
  if (held && (amount.split('.')[1]?.length ?? 0) > digits)
    throw new Error(`An amount in ${asset} has at most ${digits} decimal places.`)
  const available = held?.available_balance ?? '0'
  const left = addDecimals([available, `-${amount}`])
  if (left.startsWith('-'))
    throw new Error(
      `There is not enough on “${from.account.name}”: ${formatDecimal(available)} ${asset} are available.`,
    )
  return left
}
