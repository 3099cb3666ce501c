// The money of the demo data: accounts, the opening balances, what is paid and exchanged in each month, and the final
// adjustment.
import {
  accountBalancesDecimal,
  accountDeposit,
  accountOpen,
  accountWithdraw,
  exchangeConvert,
  gcuBuy,
  transferBulk,
} from '../sdk/client/operations.ts'
import {
  accounts,
  cash,
  conversions,
  months,
  type Payment,
  paymentsOf,
  purchases,
} from './activity.ts'
import type { Cast } from './load.ts'
import { openingOf, toAmount, toUnits } from './opening.ts'
import type { Person } from './person.ts'

export async function openAccounts(cast: Cast): Promise<void> {
  for (const { owner, name, type } of accounts) {
    const person = cast[owner]
    if (person.has(name)) continue
    const { data } = await person.write(`open-${type}`, accountOpen, { name, type })
    person.add(data)
  }
}

export async function deposit(cast: Cast): Promise<void> {
  for (const person of Object.values(cast))
    for (const { asset, amount } of openingOf(person.demo))
      await moveCash(person, 'deposit', { asset, amount, reference: 'Opening balance' })
}

/** Payments are made one after another in the order of the table, each with one call. */
export async function payMonth(cast: Cast, month: number): Promise<void> {
  const payments = Object.entries(Object.groupBy(paymentsOf(month), ({ from }) => from))
  for (const [payer, list = []] of payments) {
    const person = cast[payer as Payment['from']]
    const missing = list.filter(
      ({ reference, asset }) => !person.hasPosted(reference, asset, 'outgoing'),
    )
    if (missing.length === 0) continue
    await person.write(`payments-${months[month]}`, transferBulk, {
      transfers: missing.map(({ to, account, amount, asset, reference, category }) => ({
        from_account: person.account().uuid,
        to_account: cast[to].account(account).uuid,
        amount,
        asset_code: asset,
        reference,
        ...(category !== undefined && { metadata: { category } }),
      })),
    })
  }
  for (const { who, kind, amount, what } of cash)
    await moveCash(cast[who], kind, {
      asset: 'USD',
      amount,
      reference: `${what}, ${months[month]}`,
    })
}

/** These entries have references of the bank, so the months done are derived from their number. */
export async function convert(cast: Cast, month: number): Promise<void> {
  for (const { who, dollars } of purchases)
    if (cast[who].countTrades('gcu_buy', 'GCU') <= month)
      await cast[who].write(`gcu-${months[month]}`, gcuBuy, {
        amount: dollars,
        currency: 'USD',
        account_uuid: cast[who].account().uuid,
      })
  for (const { who, dollars, to } of conversions)
    if (cast[who].countTrades('conversion', to) <= month)
      await cast[who].write(`convert-${months[month]}`, exchangeConvert, {
        account_uuid: cast[who].account().uuid,
        from_currency: 'USD',
        to_currency: to,
        amount: dollars,
      })
}

/** Deposits or withdraws, once, the difference that prices and fees of this bank have made. */
export async function settle(cast: Cast): Promise<void> {
  for (const person of Object.values(cast)) {
    const held = await addUp(person)
    for (const [asset, amount] of Object.entries(person.demo.owns)) {
      const missing = toUnits(amount, asset) - (held.get(asset) ?? 0n)
      if (missing === 0n) continue
      await moveCash(person, missing > 0n ? 'deposit' : 'withdrawal', {
        asset,
        amount: toAmount(missing > 0n ? missing : -missing, asset),
        reference: 'Cash at the counter',
      })
    }
  }
}

async function addUp(person: Person): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  for (const { uuid } of person.listAccounts()) {
    const { data } = await person.read(accountBalancesDecimal, { uuid })
    for (const { asset_code, total_balance } of data.balances)
      if (asset_code in person.demo.owns)
        sums.set(asset_code, (sums.get(asset_code) ?? 0n) + toUnits(total_balance, asset_code))
  }
  return sums
}

interface Movement {
  readonly asset: string
  readonly amount: string
  readonly reference: string
}

async function moveCash(
  person: Person,
  kind: 'deposit' | 'withdrawal',
  { asset, amount, reference }: Movement,
): Promise<void> {
  const isDeposit = kind === 'deposit'
  if (person.hasPosted(reference, asset, isDeposit ? 'incoming' : 'outgoing')) return
  await person.write(
    `${kind}-${asset}-${reference}`,
    isDeposit ? accountDeposit : accountWithdraw,
    {
      uuid: person.account().uuid,
      amount,
      asset_code: asset,
      reference,
    },
  )
}
