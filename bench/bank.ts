// Creates a user with funded accounts through the API.

import { randomUUID } from 'node:crypto'

export interface Person {
  readonly uuid: string
  readonly token: string
}

export interface Bank {
  readonly url: string
  readonly token: string
  readonly accounts: readonly string[]
}

const CONNECTIONS = 64
const TRIES = 10
/** In cents: more than any run could move, a cent at a time. */
const INITIAL_BALANCE = 100_000_000
const EUROS = '1000000.00'

export async function post<T>(
  url: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<T> {
  const request = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  }
  let response = await fetch(`${url}${path}`, request)
  // Preparations are not measured, and a busy machine may make the bank refuse some of them for a moment.
  for (let tries = 1; response.status === 503 && tries < TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    response = await fetch(`${url}${path}`, request)
  }
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path} was answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

export async function register(url: string, email: string): Promise<Person> {
  const person = { name: 'Bench', email, password: 'Corr3ct-horse' }
  const { access_token, data } = await post<{
    access_token: string
    data: { user: { uuid: string } }
  }>(url, '/api/auth/register', person)
  return { uuid: data.user.uuid, token: access_token }
}

export async function openBank(
  url: string,
  accountCount: number,
  email = 'ledger@example.com',
): Promise<Bank> {
  const { uuid, token } = await register(url, email)
  const accounts = await openAccounts(url, token, accountCount, () => uuid)
  return { url, token, accounts }
}

/** Accounts of different owners, so that no owner trades with itself, all managed by one caller. */
export async function openTraders(
  url: string,
  count: number,
  email = 'traders@example.com',
): Promise<Bank> {
  const { token } = await register(url, email)
  const accounts = await openAccounts(url, token, count, randomUUID)
  const money = { amount: EUROS, asset_code: 'EUR' }
  await atOnce(accounts, (account) =>
    post(url, `/api/v2/accounts/${account}/deposit`, money, token),
  )
  return { url, token, accounts }
}

async function openAccounts(
  url: string,
  token: string,
  count: number,
  ownerOf: () => string,
): Promise<string[]> {
  const accounts: string[] = []
  const numbers = Array.from({ length: count }, (_, number) => number)
  await atOnce(numbers, async (number) => {
    const wish = {
      user_uuid: ownerOf(),
      name: `Bench ${number}`,
      initial_balance: INITIAL_BALANCE,
    }
    const { data } = await post<{ data: { uuid: string } }>(url, '/api/accounts', wish, token)
    accounts.push(data.uuid)
  })
  return accounts
}

export async function atOnce<T>(
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  const rest = things.values()
  const workThrough = async (): Promise<void> => {
    for (const thing of rest) await work(thing)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, workThrough))
}
