// A third party and an account holder at a bank, and the calls that they make.
import { expect } from 'vitest'
import type { Answer, Bank, Person } from '../../../../test/harness/bank.ts'

export const OB = '/api/v1/open-banking'

export async function openAccount(
  bank: Bank,
  person: Pick<Person, 'token'>,
  initial_balance = 10_000,
): Promise<{ uuid: string; iban: string }> {
  const opened = await bank.call(
    'POST /api/v2/accounts',
    { name: 'An account', ...(initial_balance > 0 && { initial_balance }) },
    { token: person.token },
  )
  expect(opened.status, JSON.stringify(opened.body)).toBe(201)
  const { uuid } = opened.body.data
  const found = await bank.call(`GET /api/v2/accounts/${uuid}/identifiers`, undefined, {
    token: person.token,
  })
  return { uuid, iban: found.body.data.iban }
}

export async function keyOf(
  bank: Bank,
  person: Person,
  environment: 'live' | 'sandbox',
  permissions = ['read', 'write', 'delete'],
): Promise<Person> {
  const key = { name: 'Key', environment, permissions }
  const { body } = await bank.call('POST /api/v2/api-keys', key, { token: person.token })
  return { ...person, token: body.data.api_key }
}

export interface ConsentFields {
  readonly access?: unknown
  readonly recurringIndicator?: boolean | undefined
  readonly validUntil?: string
  readonly frequencyPerDay?: number | undefined
}

/** The day that is this many days after the current day of the bank. */
export const dayIn = (bank: Bank, days: number): string =>
  new Date(bank.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

export const ask = (bank: Bank, tpp: Person, fields: ConsentFields = {}): Promise<Answer> =>
  bank.call(
    `POST ${OB}/consents`,
    {
      access: { accounts: 'all', balances: 'all', transactions: 'all' },
      recurringIndicator: true,
      validUntil: dayIn(bank, 30),
      frequencyPerDay: 4,
      ...fields,
    },
    { token: tpp.token },
  )

export async function askFor(bank: Bank, tpp: Person, fields?: ConsentFields): Promise<string> {
  const { status, body } = await ask(bank, tpp, fields)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.consentId
}

export const authorize = (
  bank: Bank,
  psu: Person,
  id: string,
  accounts?: readonly string[],
): Promise<Answer> =>
  bank.call(`POST ${OB}/consents/${id}/authorize`, accounts ? { accounts } : {}, {
    token: psu.token,
  })

/** A consent that the account holder has authorized. */
export async function give(
  bank: Bank,
  tpp: Person,
  psu: Person,
  fields?: ConsentFields,
): Promise<string> {
  const id = await askFor(bank, tpp, fields)
  const { status, body } = await authorize(bank, psu, id)
  expect(status, JSON.stringify(body)).toBe(200)
  return id
}

/** A call of the third party under a consent. */
export const read = (
  bank: Bank,
  tpp: Pick<Person, 'token'>,
  consent: string | undefined,
  path = '/accounts',
): Promise<Answer> =>
  bank.call(`GET ${OB}${path}`, undefined, {
    token: tpp.token,
    ...(consent !== undefined && { headers: { 'X-Consent-ID': consent } }),
  })

export const statusOf = async (bank: Bank, by: Person, id: string): Promise<string> =>
  (await bank.call(`GET ${OB}/consents/${id}/status`, undefined, { token: by.token })).body.data
    .consentStatus

export const eventsOf = async (bank: Bank, id: string): Promise<{ type: string; user: string }[]> =>
  bank.sql(
    `select type, user_uuid as user from platform.events
     where data ->> 'consent_id' = $1 or data ->> 'payment_id' = $1 order by position`,
    [id],
  )

/** A login lasts less than a day, so after a longer time the customer signs in again. */
export async function signIn(bank: Bank, person: Person): Promise<Person> {
  const { body } = await bank.call('POST /api/auth/login', person)
  return { ...person, token: body.data.access_token }
}

/** Moves the bank's clock to the first instant of the day that is this many days from now. */
export function goToDay(bank: Bank, days: number): void {
  const start = Date.parse(`${dayIn(bank, days)}T00:00:00.000Z`)
  bank.clock.advance((start - bank.clock.now().getTime()) / 1000)
}
