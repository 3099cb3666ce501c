// Traders with money, for the tests of the exchange.
import { expect } from 'vitest'
import type { Answer, Bank, Person } from '../../../../test/harness/bank.ts'

export interface Trader extends Person {
  readonly account: string
}

export interface TradingFixture {
  /** A new user, whose first account holds these amounts; signed in for a day. */
  trader(money?: Readonly<Record<string, string>>): Promise<Trader>
  /** The same with an API key, which stays valid when the test moves the clock. */
  lastingTrader(money: Readonly<Record<string, string>>): Promise<Trader>
  /** The same user in the sandbox, with these amounts there. */
  inSandbox(trader: Trader, money: Readonly<Record<string, string>>): Promise<Trader>
  order(trader: Trader, input: object, at?: Bank): Promise<Answer>
  /** Expects success; the order as it was answered. */
  place(trader: Trader, input: object): Promise<Answer['body']>
  cancel(trader: Person, id: string, at?: Bank): Promise<Answer>
  get(trader: Trader, id: string): Promise<Answer['body']>
  /** Two other traders trade a small amount at this price, between the quotes of the house. */
  tradeAt(price: string): Promise<void>
  /** Cancels all that the traders have left in a book. */
  clear(): Promise<void>
  /** The available and the reserved amount of an asset. */
  balance(trader: Trader, asset: string): Promise<{ available: string; reserved: string }>
}

export const limit = (type: string, amount: string, price: string, more: object = {}) => ({
  type,
  order_type: 'limit',
  base_currency: 'EUR',
  quote_currency: 'USD',
  amount,
  price,
  ...more,
})

export const market = (type: string, amount: string, more: object = {}) => ({
  type,
  order_type: 'market',
  base_currency: 'EUR',
  quote_currency: 'USD',
  amount,
  ...more,
})

export function makeTradingFixture(bank: Bank): TradingFixture {
  const traders: Trader[] = []
  let others: readonly [Trader, Trader] | undefined
  const deposit = async (account: string, money: object, { token }: Person): Promise<void> => {
    for (const [asset_code, amount] of Object.entries(money)) {
      const path = `POST /api/v2/accounts/${account}/deposit`
      const answer = await bank.call(path, { amount, asset_code }, { token })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
  }
  const keyOf = async (person: Person, environment: string): Promise<string> => {
    const input = { name: 'Key', permissions: ['read', 'write', 'delete'], environment }
    return (await bank.call('POST /api/v2/api-keys', input, person)).body.data.api_key
  }
  const floor: TradingFixture = {
    async trader(money = {}) {
      const person = await bank.person()
      const [row] = await bank.sql<{ uuid: string }>(
        'select uuid from accounts.accounts where user_uuid = $1',
        [person.uuid],
      )
      const trader = { ...person, account: row!.uuid }
      await deposit(trader.account, money, trader)
      traders.push(trader)
      return trader
    },
    async lastingTrader(money) {
      const trader = await floor.trader(money)
      return { ...trader, token: await keyOf(trader, 'live') }
    },
    async inSandbox(trader, money) {
      const login = await bank.call('POST /api/auth/login', trader)
      const person = { ...trader, token: login.body.data.access_token as string }
      const player = { ...trader, token: await keyOf(person, 'sandbox') }
      const { body } = await bank.call('POST /api/v2/accounts', { name: 'Play' }, player)
      await deposit(body.data.uuid, money, player)
      return { ...player, account: body.data.uuid }
    },
    async tradeAt(price) {
      others ??= [
        await floor.lastingTrader({ EUR: '1000.00' }),
        await floor.lastingTrader({ USD: '2000.00' }),
      ]
      const [one, other] = others
      await floor.place(one, limit('sell', '10', price))
      expect(await floor.place(other, limit('buy', '10', price))).toMatchObject({
        status: 'filled',
      })
    },
    async clear() {
      const left = await bank.sql<{ id: string }>(
        'select id from exchange.orders where closed_at is null and user_uuid = any($1::uuid[])',
        [traders.map(({ uuid }) => uuid)],
      )
      if (left.length === 0) return
      const operator = await bank.operator()
      for (const { id } of left) await floor.cancel(operator, id)
    },
    order: (trader, input, at = bank) => at.call('POST /api/exchange/orders', input, trader),
    async place(trader, input) {
      const { status, body } = await floor.order(trader, input)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.data
    },
    cancel: (trader, id, at = bank) =>
      at.call(`DELETE /api/exchange/orders/${id}`, undefined, trader),
    async get(trader, id) {
      const { body } = await bank.call('GET /api/exchange/orders?per_page=100', undefined, trader)
      return body.data.find((order: { order_id: string }) => order.order_id === id)
    },
    async balance(trader, asset) {
      const path = `GET /api/v2/accounts/${trader.account}/balances`
      const { body } = await bank.call(path, undefined, trader)
      const found = body.data.balances.find(
        (one: { asset_code: string }) => one.asset_code === asset,
      )
      return { available: found?.available_balance, reserved: found?.reserved_balance }
    },
  }
  return floor
}

/** Each query finds rows that must not exist: orders whose money or trades disagree with them. */
const rules: Readonly<Record<string, string>> = {
  'an order that waits is backed by its hold': `
    select o.id, o.side, o.amount, o.filled, h.units, h.captured, h.status
    from exchange.orders o left join ledger.holds h on h.id = o.id
    where o.closed_at is null and o.side = 'sell'
      and (h.status is distinct from 'open' or h.units - h.captured <> o.amount - o.filled)`,
  'a hold for an order is open only while the order waits': `
    select h.id from ledger.holds h left join exchange.orders o on o.id = h.id
    where h.purpose = 'order' and h.status = 'open' and (o.id is null or o.closed_at is not null)`,
  'an order is filled by its trades': `
    select o.id, o.filled, t.amount, o.value, t.value
    from exchange.orders o left join (
      select id, sum(amount) as amount, sum(value) as value from (
        select buy_order as id, amount, value from exchange.trades
        union all select sell_order, amount, value from exchange.trades) side group by id) t using (id)
    where o.filled <> coalesce(t.amount, 0) or o.value <> coalesce(t.value, 0)`,
  'no order pays more than its limit': `
    select t.id from exchange.trades t
    join exchange.orders b on b.id = t.buy_order where t.price > b.price
    union all select t.id from exchange.trades t
    join exchange.orders s on s.id = t.sell_order where t.price < s.price`,
  'no owner trades with themselves': `
    select t.id from exchange.trades t join exchange.orders b on b.id = t.buy_order
    join exchange.orders s on s.id = t.sell_order where b.user_uuid = s.user_uuid`,
  'no book is crossed': `
    select environment, pair from exchange.orders where closed_at is null and status <> 'pending'
    group by 1, 2 having max(price) filter (where side = 'buy') >= min(price) filter (where side = 'sell')`,
  'each trade moved its base once': `
    select t.id from exchange.trades t left join ledger.moves m on m.entry_id = t.id and m.line = 0
    where m.units is distinct from t.amount or m.from_account <> t.seller_account
      or m.to_account <> t.buyer_account`,
  'fees are what the trades took': `
    select f.asset, f.paid, t.fees from (
      select m.asset, sum(m.units) as paid from ledger.moves m join ledger.accounts a on a.id = m.to_account
      where a.code = 'fees' and m.subtype = 'fee' group by 1) f
    full join (select split_part(pair, '/', 2) as asset, sum(maker_fee + taker_fee) as fees
      from exchange.trades group by 1) t using (asset)
    where coalesce(f.paid, 0) <> coalesce(t.fees, 0)`,
}

/** The rules that are broken, by name. */
export async function findViolations(bank: Bank): Promise<Record<string, unknown>> {
  const broken: Record<string, unknown> = {}
  for (const [rule, text] of Object.entries(rules)) {
    const rows = await bank.sql(text)
    if (rows.length > 0) broken[rule] = rows.slice(0, 3)
  }
  return broken
}
