// One user of the demo data at the bank: signs up, or in if the user exists, and reads what an earlier load has done,
// so that nothing is done twice. Every write has a fixed idempotency key as well.
import { type Client, createClient, type Operation } from '../sdk/client/client.ts'
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ValidationError,
} from '../sdk/client/errors.ts'
import {
  accountList,
  authLogin,
  authLogout,
  authRefresh,
  authRegister,
  exchangeOrders,
  transactionList,
} from '../sdk/client/operations.ts'
import { each } from '../sdk/client/pages.ts'
import type { Account, ExchangeOrder, Session, Tokens, Transaction } from '../sdk/client/types.ts'
import { MAIN } from './activity.ts'
import type { StoryClock } from './clock.ts'
import type { DemoPerson } from './people.ts'

/** A message for the operator who loads the data: why it stopped, and what to do. */
export class DemoError extends Error {}

export interface Connection {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly clock: StoryClock
  readonly signal?: AbortSignal | undefined
}

interface PageOf<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly last_page: number }
}

const RETRIES = 2

export const connect = (
  { baseUrl, fetch }: Connection,
  token?: string | (() => Promise<string>),
  retries = RETRIES,
): Client => createClient({ baseUrl, fetch, retries, ...(token !== undefined && { token }) })

/** A signed-in session whose token is renewed in time, because months pass while the story is told. */
export class Caller {
  private readonly name: string
  private readonly connection: Connection
  private readonly client: Client
  private session: Tokens
  private renewAt: number

  constructor(name: string, session: Tokens, connection: Connection) {
    this.name = name
    this.connection = connection
    this.session = session
    this.renewAt = this.halfway()
    this.client = connect(connection, () => this.currentToken())
  }

  read<Input extends object, Output>(
    operation: Operation<Input, Output>,
    input: Input,
  ): Promise<Output> {
    return operation(this.client, input, this.options())
  }

  /** Every item of a list, whatever its length. */
  all<Input extends { readonly page?: number }, Item>(
    list: Operation<Input, PageOf<Item>>,
    input: Input,
  ): AsyncGenerator<Item, void, undefined> {
    return each(list, this.client, input, this.options())
  }

  /** `key` identifies the write among those of this user. */
  write<Input extends object, Output>(
    key: string,
    operation: Operation<Input, Output>,
    input: Input,
  ): Promise<Output> {
    this.connection.clock.pass()
    return operation(this.client, input, {
      ...this.options(),
      idempotencyKey: `demo-${this.name}-${key}`,
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
    await authLogout(connect(this.connection, this.session.access_token, 0), {})
  }

  private async currentToken(): Promise<string> {
    if (this.connection.clock.now().getTime() >= this.renewAt) {
      const refresh_token = this.session.refresh_token!
      this.session = (await authRefresh(connect(this.connection), { refresh_token })).data
      this.renewAt = this.halfway()
    }
    return this.session.access_token
  }

  /** Halfway through the time of the token. */
  private halfway(): number {
    return this.connection.clock.now().getTime() + this.session.expires_in * 500
  }

  private options() {
    const { signal } = this.connection
    return signal ? { signal } : {}
  }
}

export class Person extends Caller {
  readonly demo: DemoPerson
  private readonly accounts = new Map<string, Account>()
  private readonly entries: Transaction[] = []
  private readonly orders: ExchangeOrder[] = []

  private constructor(demo: DemoPerson, session: Session, connection: Connection) {
    super(demo.id, session, connection)
    this.demo = demo
  }

  static async arrive(demo: DemoPerson, connection: Connection): Promise<Person> {
    const person = new Person(demo, await signUpOrIn(demo, connection), connection)
    const { data } = await person.read(accountList, { per_page: 100 })
    for (const account of data) person.add(account)
    // The oldest account was opened at registration, whatever its name is now.
    person.accounts.set(MAIN, data.at(-1)!)
    return person
  }

  /** Reads what an earlier load has left. */
  async recall(): Promise<void> {
    for await (const entry of this.all(transactionList, { per_page: 100 })) this.entries.push(entry)
    for await (const order of this.all(exchangeOrders, { per_page: 100, status: 'all' as const }))
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

  /** The time of the newest entry that an earlier load has left. */
  lastEntryAt(): Date {
    return new Date(Math.max(0, ...this.entries.map(({ created_at }) => Date.parse(created_at))))
  }

  /** Whether an earlier load posted an entry with this reference, on a day or ever. */
  hasPosted(
    reference: string,
    asset: string,
    direction: 'incoming' | 'outgoing',
    date = '',
  ): boolean {
    return this.entries.some(
      (entry) =>
        entry.reference === reference &&
        entry.asset_code === asset &&
        entry.direction === direction &&
        entry.created_at.startsWith(date),
    )
  }

  /** Whether an earlier load bought this asset on a day. */
  hasExchangedFor(asset: string, date: string): boolean {
    return this.entries.some(
      ({ subtype, asset_code, direction, created_at }) =>
        (subtype === 'gcu_buy' || subtype === 'conversion') &&
        asset_code === asset &&
        direction === 'incoming' &&
        created_at.startsWith(date),
    )
  }

  /** The newest first, read anew. */
  async findEntries(reference: string): Promise<Transaction[]> {
    const { data } = await this.read(transactionList, { search: reference, per_page: 100 })
    return data.filter((entry) => entry.reference === reference)
  }

  async hasReversal(uuid: string): Promise<boolean> {
    const { data } = await this.read(transactionList, { per_page: 100 })
    return data.some(({ parent_transaction_id }) => parent_transaction_id === uuid)
  }

  hasOrdered(pair: string, type: string, amount: string): boolean {
    return this.orders.some(
      (order) => order.pair === pair && order.type === type && order.amount === amount,
    )
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
  return error instanceof ApiError
    ? `${error.message} Load the data again: it continues where it stopped.`
    : undefined
}
