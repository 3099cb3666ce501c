// One user of the demo data at the bank: signs up, or in if the user exists, and reads what an earlier load has done,
// so that nothing is done twice. Every write has a fixed idempotency key as well, for two loads at the same time.
import { type Client, createClient, type Operation } from '../sdk/client/client.ts'
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ValidationError,
} from '../sdk/client/errors.ts'
import {
  accountList,
  accountUpdate,
  authLogin,
  authLogout,
  authRegister,
  exchangeOrders,
  transactionList,
} from '../sdk/client/operations.ts'
import { each } from '../sdk/client/pages.ts'
import type { Account, ExchangeOrder, Session, Transaction } from '../sdk/client/types.ts'
import { MAIN } from './activity.ts'
import type { DemoPerson } from './people.ts'

/** A message for the operator who loads the data: why it stopped, and what to do. */
export class DemoError extends Error {}

export interface Connection {
  readonly baseUrl: string
  readonly fetch?: typeof globalThis.fetch
  readonly wait?: (ms: number) => Promise<void>
  readonly signal?: AbortSignal
}

/** In the metadata of the main account, once everything is there. */
const COMPLETE = 'complete'

/** Enough to wait until a rate limit per minute has passed, ten seconds at a time. */
const RETRIES = 10
const WAIT_MS_MAX = 10_000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export function connect(
  { baseUrl, fetch, wait = sleep }: Connection,
  token?: string,
  // Before sign-in there is nothing to lose, and a wrong address should be reported at once.
  retries = token === undefined ? 1 : RETRIES,
): Client {
  return createClient({
    baseUrl,
    ...(token !== undefined && { token }),
    ...(fetch && { fetch }),
    retries,
    wait: (ms) => wait(Math.min(ms, WAIT_MS_MAX)),
  })
}

export class Person {
  readonly demo: DemoPerson
  private readonly connection: Connection
  private readonly token: string
  private readonly client: Client
  private readonly accounts = new Map<string, Account>()
  private readonly entries: Transaction[] = []
  private readonly orders: ExchangeOrder[] = []

  private constructor(demo: DemoPerson, connection: Connection, token: string) {
    this.demo = demo
    this.connection = connection
    this.token = token
    this.client = connect(connection, token)
  }

  static async arrive(demo: DemoPerson, connection: Connection): Promise<Person> {
    const session = await signUpOrIn(demo, connection)
    const person = new Person(demo, connection, session.access_token)
    const { data } = await person.read(accountList, { per_page: 100 })
    for (const account of data) person.add(account)
    // The oldest account was opened at registration, whatever its name is now.
    person.accounts.set(MAIN, data.at(-1)!)
    return person
  }

  isComplete(): boolean {
    return this.account().metadata.demo === COMPLETE
  }

  async complete(): Promise<void> {
    const { uuid } = this.account()
    await this.write('complete', accountUpdate, { uuid, metadata: { demo: COMPLETE } })
  }

  /** Reads what an earlier load has left. */
  async recall(): Promise<void> {
    const all = { per_page: 100 }
    const options = this.options()
    for await (const entry of each(transactionList, this.client, all, options))
      this.entries.push(entry)
    const orders = { ...all, status: 'all' as const }
    for await (const order of each(exchangeOrders, this.client, orders, options))
      this.orders.push(order)
  }

  account(name: string = MAIN): Account {
    const account = this.accounts.get(name)
    if (!account) throw new DemoError(`${this.demo.email} has no account “${name}”.`)
    return account
  }

  listAccounts(): Account[] {
    return [...this.accounts.values()]
  }

  has(name: string): boolean {
    return this.accounts.has(name)
  }

  add(account: Account): void {
    this.accounts.set(account.name, account)
  }

  /** Whether an entry with this reference was posted; a payment to oneself counts once. */
  hasPosted(reference: string, asset: string, direction: 'incoming' | 'outgoing'): boolean {
    return this.entries.some(
      (entry) =>
        entry.reference === reference &&
        entry.asset_code === asset &&
        entry.direction === direction,
    )
  }

  /** How many trades of a kind brought in this asset. */
  countTrades(subtype: 'gcu_buy' | 'conversion', asset: string): number {
    return this.entries.filter(
      (entry) =>
        entry.subtype === subtype && entry.asset_code === asset && entry.direction === 'incoming',
    ).length
  }

  hasOrdered(pair: string, type: string, amount: string): boolean {
    return this.orders.some(
      (order) => order.pair === pair && order.type === type && order.amount === amount,
    )
  }

  read<Input extends object, Output>(
    operation: Operation<Input, Output>,
    input: Input,
  ): Promise<Output> {
    return operation(this.client, input, this.options())
  }

  /** `key` identifies the write among those of this user. */
  write<Input extends object, Output>(
    key: string,
    operation: Operation<Input, Output>,
    input: Input,
  ): Promise<Output> {
    return operation(this.client, input, {
      ...this.options(),
      idempotencyKey: `demo-${this.demo.id}-${key}`,
    })
  }

  /** For what holds a secret: the bank repeats its answer to no other session, which shows that it was made. */
  async issue<Input extends object, Output>(
    key: string,
    operation: Operation<Input, Output>,
    input: Input,
  ): Promise<void> {
    try {
      await this.write(key, operation, input)
    } catch (error) {
      if (!(error instanceof ConflictError && error.code === 'IDEMPOTENCY_CONFLICT')) throw error
    }
  }

  /** The session was only for the load. It is ended also after an error, without retries. */
  async leave(): Promise<void> {
    await authLogout(connect(this.connection, this.token, 0), {})
  }

  private options() {
    const { signal } = this.connection
    return signal ? { signal } : {}
  }
}

async function signUpOrIn(
  { name, email, password, isBusiness }: DemoPerson,
  connection: Connection,
): Promise<Session> {
  const client = connect(connection)
  const options = connection.signal ? { signal: connection.signal } : {}
  try {
    const input = { name, email, password, is_business_customer: isBusiness ?? false }
    // Signing up comes first, because a failed sign-in would count against the owner of the address.
    return (await authRegister(client, input, options)).data
  } catch (error) {
    if (!(error instanceof ValidationError && error.errors?.email)) throw error
  }
  const { data } = await authLogin(client, { email, password }, options).catch((error: unknown) => {
    throw error instanceof AuthenticationError
      ? new DemoError(
          `${email} exists with another password; remove that person, or use a new bank.`,
        )
      : error
  })
  if (data.two_factor_required)
    throw new DemoError(`${email} signs in with two factors; switch that off to load the data.`)
  return data
}

/** What failed and what to do; undefined for a fault of the loader itself. */
export function explain(error: unknown): string | undefined {
  if (error instanceof DemoError) return error.message
  const again = 'Load the data again: it continues where it stopped.'
  if (error instanceof ApiError) return `${error.message} ${again}`
  // What fetch throws when there is no connection.
  return error instanceof TypeError ? `The bank cannot be reached any more. ${again}` : undefined
}
