// Money that comes from other banks and goes there, over simulated rails. The last four digits of an account at another
// bank decide what the simulation does with a payment (docs/payment-rails.md).
import { composeIBAN } from 'ibantools'
import {
  accountIdentifiers,
  directDebitCollect,
  directDebitMandateCreate,
  directDebitMandateList,
  railPaymentCreate,
  railPaymentList,
  railPaymentReceive,
} from '../sdk/client/operations.ts'
import type { StoryDay } from './calendar.ts'
import type { Cast } from './load.ts'
import type { PersonName } from './people.ts'
import type { Caller, Person } from './person.ts'

const CREDITOR_ID = 'DE98ZZZ09999999999'
const MANDATES_ON = 15
/** Collected on this day of each month. */
const COLLECTED_ON = 4

const ibanOf = (account: string): string =>
  composeIBAN({ countryCode: 'DE', bban: `37040044${account}` })!

interface Outside {
  readonly who: PersonName
  readonly direction: 'in' | 'out'
  readonly amount: string
  readonly name: string
  readonly account: string
  readonly memo: string
  readonly dayOfMonth: number
}

const outside: readonly Outside[] = [
  {
    who: 'noah',
    direction: 'in',
    amount: '450.00',
    name: 'Atelier Moreau',
    account: '0053201100',
    memo: 'Web design',
    dayOfMonth: 9,
  },
  {
    who: 'amara',
    direction: 'in',
    amount: '2400.00',
    name: 'Hotel am Hafen',
    account: '0053201234',
    memo: 'Delivery of the month',
    dayOfMonth: 19,
  },
  {
    who: 'amara',
    direction: 'out',
    amount: '1350.00',
    name: 'Kaffeerösterei Nordwind',
    account: '0053202211',
    memo: 'Coffee and tea',
    dayOfMonth: 21,
  },
]

/** In euros, without what comes back. */
export const outsideOn = (day: StoryDay): Outside[] =>
  outside.filter(({ dayOfMonth }) => dayOfMonth === day.dayOfMonth)

interface Debtor {
  readonly key: string
  readonly name: string
  readonly account: string
  readonly amount: string
}

const debtors: readonly Debtor[] = [
  { key: 'DEMO-CAFE-1', name: 'Café Lumière', account: '0053203300', amount: '89.00' },
  // Settles, and is returned because the account does not cover it.
  { key: 'DEMO-BISTRO-1', name: 'Bistro Nord', account: '0053209824', amount: '145.00' },
]

export async function payOutside(cast: Cast, desk: Caller, day: StoryDay): Promise<void> {
  for (const { who, direction, amount, name, account, memo } of outsideOn(day)) {
    const person = cast[who]
    if (await hasMade(person, memo, day)) continue
    const other = { name, iban: ibanOf(account) }
    const payment = { rail: 'sct_inst', amount, currency: 'EUR', memo }
    const key = `rail-${name}-${day.date}`
    await (direction === 'in'
      ? desk.write(key, railPaymentReceive, {
          ...payment,
          account: { iban: await ownIban(person) },
          counterparty: other,
          external_id: `DEMO-${person.demo.id}-${day.date}`,
        })
      : person.write(key, railPaymentCreate, { ...payment, creditor_account: other }))
  }
  if (day.index === MANDATES_ON) await makeMandates(cast)
  if (day.dayOfMonth === COLLECTED_ON) await collect(cast.amara, day)
}

const ownIban = async (person: Person): Promise<string> =>
  (await person.read(accountIdentifiers, { uuid: person.account().uuid })).data.iban!

/** Noah allows Amara to collect his rent; she may collect from two cafés. */
async function makeMandates({ noah, amara }: Cast): Promise<void> {
  const mandate_id = 'DEMO-LISBON-1'
  const { data } = await noah.read(directDebitMandateList, { role: 'debtor', per_page: 100 })
  if (!data.some((mandate) => mandate.mandate_id === mandate_id))
    await noah.write('mandate', directDebitMandateCreate, {
      role: 'debtor',
      account: noah.account().uuid,
      mandate_id,
      creditor_id: CREDITOR_ID,
      creditor_name: amara.demo.name,
      creditor_iban: await ownIban(amara),
      debtor_name: noah.demo.name,
      frequency: 'monthly',
      max_amount: '700.00',
    })
  const own = await listOwn(amara)
  for (const { key, name, account } of debtors)
    if (!own.has(key))
      await amara.write(`mandate-${key}`, directDebitMandateCreate, {
        role: 'creditor',
        account: amara.account().uuid,
        mandate_id: key,
        creditor_id: CREDITOR_ID,
        creditor_name: amara.demo.name,
        debtor_name: name,
        debtor_iban: ibanOf(account),
        frequency: 'monthly',
        max_amount: '200.00',
      })
}

async function listOwn(amara: Person): Promise<ReadonlyMap<string, string>> {
  const { data } = await amara.read(directDebitMandateList, { role: 'creditor', per_page: 100 })
  return new Map(data.map(({ mandate_id, id }) => [mandate_id, id]))
}

async function collect(amara: Person, day: StoryDay): Promise<void> {
  const mandates = await listOwn(amara)
  for (const { key, name, amount } of debtors) {
    const mandate = mandates.get(key)
    const memo = `Coffee subscription, ${name}`
    if (mandate === undefined || (await hasMade(amara, memo, day))) continue
    await amara.write(`collect-${key}-${day.date}`, directDebitCollect, { mandate, amount, memo })
  }
}

async function hasMade(person: Person, memo: string, { date }: StoryDay): Promise<boolean> {
  const { data } = await person.read(railPaymentList, { per_page: 20 })
  return data.some((payment) => payment.memo === memo && payment.created_at.startsWith(date))
}
