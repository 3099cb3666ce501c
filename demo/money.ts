// The money of the demo data within the bank: accounts, the opening balances, payments and exchanges of each day, and the
// final adjustment.
import {
  accountBalancesDecimal,
  accountDeposit,
  accountOpen,
  accountWithdraw,
  exchangeConvert,
  gcuBuy,
  transferCreate,
} from '../sdk/client/operations.ts'
import { accounts, cashOn, exchangesOn, paymentsOn } from './activity.ts'
import type { StoryDay } from './calendar.ts'
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

export async function deposit(cast: Cast, days: readonly StoryDay[]): Promise<void> {
  for (const person of Object.values(cast))
    for (const { asset, amount } of openingOf(person.demo, days))
      await moveCash(person, 'deposit', { asset, amount, reference: 'Opening balance' })
}

export async function pay(cast: Cast, day: StoryDay): Promise<void> {
  for (const payment of paymentsOn(day)) {
    if (payment.isOrdered) continue
    const { from, to, account, amount, asset, reference, category } = payment
    const person = cast[from]
    if (person.hasPosted(reference, asset, 'outgoing', day.date)) continue
    await person.write(`pay-${reference}-${day.date}`, transferCreate, {
      from_account: person.account().uuid,
      to_account: cast[to].account(account).uuid,
      amount,
      asset_code: asset,
      reference,
      ...(category !== undefined && { metadata: { category } }),
    })
  }
  for (const { who, kind, amount, reference } of cashOn(day))
    await moveCash(cast[who], kind, { asset: 'USD', amount, reference }, day.date)
}

export async function exchange(cast: Cast, day: StoryDay): Promise<void> {
  for (const { who, dollars, to } of exchangesOn(day)) {
    const person = cast[who]
    if (person.hasExchangedFor(to, day.date)) continue
    const account_uuid = person.account().uuid
    const key = `exchange-${to}-${day.date}`
    await (to === 'GCU'
      ? person.write(key, gcuBuy, { amount: dollars, currency: 'USD', account_uuid })
      : person.write(key, exchangeConvert, {
          account_uuid,
          from_currency: 'USD',
          to_currency: to,
          amount: dollars,
        }))
  }
}

/** Deposits or withdraws, once, the difference that prices, fees and interest of this bank have made. */
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
  date?: string,
): Promise<void> {
  const isDeposit = kind === 'deposit'
  if (person.hasPosted(reference, asset, isDeposit ? 'incoming' : 'outgoing', date)) return
  await person.write(
    `${kind}-${asset}-${reference}-${date ?? 'once'}`,
    isDeposit ? accountDeposit : accountWithdraw,
    {
      uuid: person.account().uuid,
      amount,
      asset_code: asset,
      reference,
    },
  )
}
