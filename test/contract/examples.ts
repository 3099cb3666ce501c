// One honest call per operation, for the tests that loop over all of them. An operation without an
// example fails the contract: nothing is declared before it can be shown to work.
import { TOTP } from 'otpauth'
import type { Bank, Person } from '../harness/bank.ts'

export interface Example {
  /** Input fields, wherever they travel; may prepare what the call needs. */
  input(bank: Bank, person: Person): Promise<Record<string, unknown>> | Record<string, unknown>
  /** Another valid input, to provoke a conflict with the first; absent: there is no other input. */
  readonly other?: Record<string, unknown>
  /** The call ends the credential that makes it, so it cannot be repeated with it. */
  readonly endsSession?: boolean
  /** Called by the bank's operator instead of a customer. */
  readonly as?: 'operator'
  /** What stands in the path is a word to choose, not the id of something somebody has. */
  readonly pathIsChoice?: true
}

const none: Example = { input: () => ({}) }

async function createKey(bank: Bank, person: Person): Promise<string> {
  const { body } = await bank.call('POST /api/v2/api-keys', { name: 'Example' }, person)
  return body.data.uuid
}

async function enableTwoFactor(bank: Bank, person: Person): Promise<string> {
  const { body } = await bank.call('POST /api/auth/2fa/enable', {}, person)
  return body.secret
}

const codeOf = (bank: Bank, secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: bank.clock.now().getTime() })

async function confirmTwoFactor(bank: Bank, person: Person): Promise<string> {
  const secret = await enableTwoFactor(bank, person)
  await bank.call('POST /api/auth/2fa/confirm', { code: codeOf(bank, secret) }, person)
  bank.clock.advance(30)
  return secret
}

/** An account of the person, with a hundred dollars in it. */
async function openAccount(bank: Bank, person: Person, cents = 10_000): Promise<string> {
  const { body } = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Example', initial_balance: cents },
    person,
  )
  return body.data.uuid
}

async function transferInput(bank: Bank, person: Person) {
  return {
    from_account: await openAccount(bank, person),
    to_account: await openAccount(bank, person, 0),
    amount: '1.25',
    asset_code: 'USD',
  }
}

/** The transaction of a deposit. */
async function deposit(bank: Bank, person: Person, into?: string): Promise<string> {
  const account = into ?? (await openAccount(bank, person))
  const { body } = await bank.call(
    `POST /api/v2/accounts/${account}/deposit`,
    { amount: '7.00', asset_code: 'USD' },
    person,
  )
  return body.data.uuid
}

async function reversalInput(bank: Bank, person: Person) {
  const uuid = await openAccount(bank, person)
  return {
    uuid,
    original_transaction_id: await deposit(bank, person, uuid),
    reversal_reason: 'A mistake',
    amount: '2.00',
    asset_code: 'USD',
    transaction_type: 'credit',
  }
}

const trialBalance = { report_type: 'trial_balance' }

/** A batch that waits for the next day. */
async function scheduleBatch(bank: Bank, operator: Person): Promise<string> {
  const tomorrow = new Date(bank.clock.now().getTime() + 86_400_000).toISOString()
  const { body } = await bank.call(
    'POST /api/batch-operations/execute',
    {
      operations: [{ type: 'report_generation', parameters: trialBalance }],
      schedule_time: tomorrow.slice(0, 19).replace('T', ' '),
    },
    operator,
  )
  return body.data.batch_id
}

/** Ten euros for at most a dollar each: it waits in the book. */
async function orderInput(bank: Bank, person: Person) {
  return {
    account_uuid: await openAccount(bank, person),
    type: 'buy',
    order_type: 'limit',
    base_currency: 'EUR',
    quote_currency: 'USD',
    amount: '10',
    price: '1.00',
  }
}

async function placeOrder(bank: Bank, person: Person): Promise<string> {
  const order = await orderInput(bank, person)
  const { body } = await bank.call('POST /api/exchange/orders', order, person)
  return body.order_id
}

let registrations = 0

export const examples: Readonly<Record<string, Example>> = {
  'auth.register': {
    input: () => ({
      name: 'Grace',
      email: `contract${++registrations}@example.com`,
      password: 'Corr3ct-horse',
    }),
    other: { name: 'Grace H.' },
  },
  'auth.login': {
    input: (_bank, person) => ({ email: person.email, password: person.password }),
    other: { password: 'another' },
  },
  'auth.refresh': {
    input: (_bank, person) => ({ refresh_token: person.refreshToken }),
    other: { refresh_token: 'another' },
  },
  'auth.logout': { ...none, endsSession: true },
  'auth.logout_all': { ...none, endsSession: true },
  'user.get': none,
  'user.profile': none,
  'auth.change_password': {
    input: (_bank, person) => ({ current_password: person.password, new_password: 'N3w-password' }),
    endsSession: true,
  },
  'auth.forgot_password': {
    input: (_bank, person) => ({ email: person.email }),
    other: { email: 'somebody.else@example.com' },
  },
  'auth.reset_password': {
    async input(bank, person) {
      // The token travels by mail; the test puts one of its own into its place.
      const token = 'a-token-for-the-contract-test'
      await bank.sql(
        `insert into identity.password_resets (hash, user_uuid, created_at, expires_at)
         values (sha256($1), $2, $3, $3::timestamptz + interval '1 hour')
         on conflict (hash) do update set used_at = null, user_uuid = excluded.user_uuid`,
        [token, person.uuid, bank.clock.now()],
      )
      return { token, email: person.email, password: 'R3set-password' }
    },
    other: { password: 'An0ther-password' },
  },
  'two_factor.enable': none,
  'two_factor.confirm': {
    input: async (bank, person) => ({ code: codeOf(bank, await enableTwoFactor(bank, person)) }),
    other: { code: '000000' },
  },
  'two_factor.verify': {
    input: async (bank, person) => ({ code: codeOf(bank, await confirmTwoFactor(bank, person)) }),
    other: { code: '000000' },
  },
  'two_factor.disable': {
    input: (_bank, person) => ({ password: person.password }),
    other: { password: 'another' },
  },
  'two_factor.recovery_codes': {
    async input(bank, person) {
      await confirmTwoFactor(bank, person)
      return {}
    },
  },
  'api_key.create': {
    input: () => ({
      name: 'Contract',
      permissions: ['read', 'write'],
      allowed_ips: ['10.0.0.0/8'],
    }),
    other: { name: 'Contract 2' },
  },
  'api_key.list': none,
  'api_key.get': { input: async (bank, person) => ({ id: await createKey(bank, person) }) },
  'api_key.update': {
    input: async (bank, person) => ({ id: await createKey(bank, person), name: 'Renamed' }),
    other: { name: 'Renamed again' },
  },
  'api_key.revoke': { input: async (bank, person) => ({ id: await createKey(bank, person) }) },
  'api_key.regenerate': { input: async (bank, person) => ({ id: await createKey(bank, person) }) },
  'exchange.markets': none,
  'exchange.order_book': { input: () => ({ base: 'BTC', quote: 'USD' }) },
  'exchange.quote': {
    input: () => ({ from_currency: 'EUR', to_currency: 'USD', amount: '100' }),
  },
  'exchange.trade': { input: orderInput, other: { amount: '11' } },
  'exchange.orders': {
    async input(bank, person) {
      await placeOrder(bank, person)
      return {}
    },
  },
  'exchange.cancel_order': {
    input: async (bank, person) => ({ order_id: await placeOrder(bank, person) }),
  },
  'exchange.trades': {
    async input(bank, person) {
      const order = await orderInput(bank, person)
      const now = { ...order, order_type: 'market' }
      await bank.call('POST /api/exchange/orders', now, person)
      return {}
    },
  },
  'ledger.integrity': none,
  'ledger.recheck': { ...none, as: 'operator' },
  'account.list': none,
  'account.create': {
    input: (_bank, person) => ({ user_uuid: person.uuid, name: 'Savings', initial_balance: 500 }),
    other: { name: 'Other savings' },
  },
  'account.open': { input: () => ({ name: 'Travel' }), other: { name: 'Other travel' } },
  'account.get': { input: async (bank, person) => ({ uuid: await openAccount(bank, person) }) },
  'account.update': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person), name: 'Renamed' }),
    other: { name: 'Renamed again' },
  },
  'account.freeze': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person), reason: 'Lost' }),
    other: { reason: 'Stolen' },
  },
  'account.unfreeze': {
    async input(bank, person) {
      const uuid = await openAccount(bank, person)
      await bank.call(`POST /api/accounts/${uuid}/freeze`, { reason: 'Lost' }, person)
      return { uuid, reason: 'Found' }
    },
    other: { reason: 'Found again' },
  },
  'account.delete': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person, 0) }),
  },
  'account.balances': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'account.balances_decimal': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'balance.list': none,
  'account.deposit': {
    input: async (bank, person) => ({
      uuid: await openAccount(bank, person),
      amount: '5.00',
      asset_code: 'EUR',
    }),
    other: { amount: '6.00' },
  },
  'account.withdraw': {
    input: async (bank, person) => ({
      uuid: await openAccount(bank, person),
      amount: '5.00',
      asset_code: 'USD',
    }),
    other: { amount: '6.00' },
  },
  'transfer.create': { input: transferInput, other: { amount: '2.00' } },
  'transfer.bulk': {
    input: async (bank, person) => ({ transfers: [await transferInput(bank, person)] }),
    other: { mode: 'each' },
  },
  'transfer.get': {
    async input(bank, person) {
      const transfer = await transferInput(bank, person)
      const { body } = await bank.call('POST /api/v2/transfers', transfer, person)
      return { uuid: body.data.uuid }
    },
  },
  'transfer.list': { input: async (bank, person) => ({ uuid: await openAccount(bank, person) }) },
  'transaction.list': none,
  'account.transactions': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'transaction.get': { input: async (bank, person) => ({ id: await deposit(bank, person) }) },
  'transaction.reverse': {
    input: async (bank, person) => ({
      transaction_id: await deposit(bank, person),
      reason: 'A mistake',
    }),
    other: { reason: 'Another mistake' },
  },
  'account.reverse_transaction': { input: reversalInput, other: { reversal_reason: 'Changed' } },
  'account.reversals': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'reversal.status': {
    async input(bank, person) {
      const transaction_id = await deposit(bank, person)
      const { body } = await bank.call(
        'POST /api/transactions/reverse',
        { transaction_id, reason: 'A mistake' },
        person,
      )
      return { reversal_id: body.data.reversal_id }
    },
  },
  'account.balances_at': {
    input: async (bank, person) => ({
      uuid: await openAccount(bank, person),
      instant: bank.clock.now().toISOString(),
    }),
  },
  'balance.explain': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person), asset: 'USD' }),
  },
  'account.legacy_balance': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'account.legacy_summary': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'account.statement': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'workflow.list': none,
  'workflow.stats': none,
  'workflow.metrics': none,
  'workflow.search': { input: () => ({ query: 'transfer' }) },
  'workflow.list_by_status': { input: () => ({ status: 'completed' }), pathIsChoice: true },
  'workflow.list_failed': none,
  'workflow.list_compensations': none,
  'workflow.get': {
    async input(bank, person) {
      const transfer = await transferInput(bank, person)
      const { body } = await bank.call('POST /api/v2/transfers', transfer, person)
      return { id: body.data.workflow_id }
    },
  },
  'batch.execute': {
    as: 'operator',
    input: () => ({ operations: [{ type: 'report_generation', parameters: trialBalance }] }),
    other: { batch_name: 'Another' },
  },
  'batch.list': { ...none, as: 'operator' },
  'batch.status': {
    as: 'operator',
    input: async (bank, operator) => ({ batch_id: await scheduleBatch(bank, operator) }),
  },
  'batch.cancel': {
    as: 'operator',
    input: async (bank, operator) => ({ batch_id: await scheduleBatch(bank, operator) }),
    other: { reason: 'Another' },
  },
  'system.health': none,
  'system.status': none,
  'system.index': none,
}

/** Pinned: an operation that loses its auth does not become public unnoticed. */
export const publicOperations: readonly string[] = [
  'auth.forgot_password',
  'auth.login',
  'auth.refresh',
  'auth.register',
  'auth.reset_password',
  'exchange.markets',
  'exchange.order_book',
  'system.health',
  'system.index',
  'system.status',
]
