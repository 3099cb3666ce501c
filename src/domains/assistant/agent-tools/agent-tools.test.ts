// The MCP endpoint over HTTP, mostly by the official client: every tool and resource, every refusal, and
// what may be spent.
import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { askForTokens, authorize, registerClient } from '../../people/oauth/test-support.ts'
import { findAvailableAt } from './daily-limit.ts'
import { callTool, connect, connectFor, everyScope, send } from './test-support.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank({ env: { SMS_FLAT_CHARGE_MINOR: '5' } })
})
afterAll(() => bank.stop())

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

/** An account with this many cents in it. */
async function openAccount(person: Person, cents = 100_000): Promise<string> {
  const input = { user_uuid: person.uuid, name: 'Tools', initial_balance: cents }
  const { body } = await bank.call('POST /api/accounts', input, person)
  return body.data.uuid
}

const balanceOf = async (account: string): Promise<number> => {
  const [row] = await bank.sql<{ units: string }>(
    `select coalesce(sum(units), 0)::text as units from ledger.balances where account_id = $1 and asset = 'USD'`,
    [account],
  )
  return Number(row!.units)
}

interface Result {
  readonly isError?: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- asserted on, field by field
  readonly structuredContent?: any
  readonly content: readonly { readonly text: string }[]
}

const call = async (client: Client, name: string, given: object): Promise<Result> =>
  (await client.callTool({
    name,
    arguments: given as Record<string, unknown>,
  })) as unknown as Result

const withKey = (given: object) => ({ ...given, idempotency_key: randomUUID() })

async function textOf(client: Client, uri: string) {
  const { contents } = await client.readResource({ uri })
  const [content] = contents as { uri: string; mimeType: string; text: string }[]
  expect(content).toMatchObject({ uri, mimeType: 'application/json' })
  return JSON.parse(content!.text)
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const { code, data } = error as { code: number; data: object }
  return { code, ...data }
}

describe('a connected client', () => {
  let person: Person
  let client: Client
  let account: string
  beforeAll(async () => {
    person = await bank.person()
    client = await connectFor(bank, person, { limit: 'none' })
    account = await openAccount(person)
  })

  it('receives the server info, and finds fourteen tools with input and output schemas', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'florin', version: '7.16.0' })
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {} })
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual([
      'account.balance',
      'account.create',
      'payment.status',
      'payment.transfer',
      'transactions.query',
      'spending.analysis',
      'exchange.quote',
      'exchange.trade',
      'ramp.start',
      'ramp.status',
      'mpp.discovery',
      'sms.send',
      'wallet.addresses',
      'wallet.activity',
    ])
    const writes = [
      'account.create',
      'payment.transfer',
      'exchange.trade',
      'ramp.start',
      'sms.send',
    ]
    for (const tool of tools) {
      expect(tool.outputSchema).toMatchObject({ type: 'object' })
      expect(tool.title).toBeTruthy()
      const isWrite = writes.includes(tool.name)
      expect(tool.annotations).toMatchObject({ readOnlyHint: !isWrite, openWorldHint: true })
      expect(tool.inputSchema.required?.includes('idempotency_key') ?? false).toBe(isWrite)
    }
    expect(await client.ping()).toEqual({})
  })

  // The client checks each answer against the tool's own output schema.
  it('account.balance', async () => {
    const { structuredContent } = await call(client, 'account.balance', { account_uuid: account })
    expect(structuredContent).toEqual({
      account_uuid: account,
      balances: [
        {
          asset_code: 'USD',
          balance: await balanceOf(account),
          formatted: '1000.00 USD',
          last_updated: bank.clock.now().toISOString(),
        },
      ],
      total_value_usd: '1,000.00',
    })
  })

  it('account.create, with a deposit, once for one key', async () => {
    const given = withKey({
      name: 'Holiday',
      type: 'savings',
      currency: 'JPY',
      initial_deposit: 500,
    })
    const first = await call(client, 'account.create', given)
    expect(first.structuredContent).toMatchObject({
      name: 'Holiday',
      type: 'savings',
      currency: 'JPY',
      balance: 500,
      deposit_status: 'completed',
    })
    const again = await call(client, 'account.create', given)
    expect(again.structuredContent).toEqual(first.structuredContent)
    const { body } = await bank.call('GET /api/accounts', undefined, person)
    const named = body.data.filter((one: { name: string }) => one.name === 'Holiday')
    expect(named).toHaveLength(1)
    const { account_uuid, account_number } = first.structuredContent
    const identifiers = await bank.call(
      `GET /api/v2/accounts/${account_uuid}/identifiers`,
      undefined,
      person,
    )
    expect(account_number).toBe(identifiers.body.data.account_number)
    const held = await call(client, 'account.balance', { account_uuid })
    expect(held.structuredContent.balances).toMatchObject([{ asset_code: 'JPY', balance: 500 }])
  })

  it('payment.transfer and payment.status', async () => {
    const [from, to] = [await openAccount(person), await openAccount(person, 0)]
    const { structuredContent: sent } = await call(
      client,
      'payment.transfer',
      withKey({
        from_account_uuid: from,
        to_account_uuid: to,
        amount: '12.34',
        currency: 'USD',
        reference: 'Rent',
      }),
    )
    expect(sent).toMatchObject({
      amount: '12.34',
      currency: 'USD',
      from_new_balance: 98_766,
      to_new_balance: 1_234,
      formatted_from_balance: '987.66 USD',
      reference: 'Rent',
      status: 'completed',
    })
    expect(await balanceOf(to)).toBe(1_234)
    const { structuredContent: status } = await call(client, 'payment.status', {
      transaction_id: sent.transfer_id,
    })
    expect(status).toMatchObject({
      transaction_id: sent.transfer_id,
      status: 'completed',
      type: 'transfer',
      amount: '12.34',
      from_account: from,
      to_account: to,
    })
    const foreign = await openAccount(await bank.person(), 7_700)
    const { structuredContent: given } = await call(
      client,
      'payment.transfer',
      withKey({ from_account_uuid: from, to_account_uuid: foreign, amount: 1, currency: 'USD' }),
    )
    expect(given).toMatchObject({ to_new_balance: null, formatted_to_balance: null })
  })

  it('transactions.query and spending.analysis', async () => {
    const own = await openAccount(person)
    await call(
      client,
      'payment.transfer',
      withKey({
        from_account_uuid: own,
        to_account_uuid: await openAccount(await bank.person(), 0),
        amount: '25.00',
        currency: 'USD',
        reference: 'Groceries at the market',
      }),
    )
    const found = await call(client, 'transactions.query', {
      query: 'groceries this month over 20 dollars',
      account_uuid: own,
    })
    expect(found.structuredContent.total_count).toBe(1)
    expect(found.structuredContent.explanation).toBeTruthy()
    // The sentence says how many, unless the model does.
    const all = { query: 'one largest transaction this month', account_uuid: own }
    const one = await call(client, 'transactions.query', all)
    expect(one.structuredContent.transactions).toHaveLength(1)
    expect(one.structuredContent.total_count).toBe(2)
    const two = await call(client, 'transactions.query', { ...all, limit: 5 })
    expect(two.structuredContent.transactions).toHaveLength(2)
    const analysed = await call(client, 'spending.analysis', { account_uuid: own })
    expect(analysed.structuredContent.total_spent).toBe(25)
  })

  it('exchange.quote and exchange.trade', async () => {
    const quoted = await call(client, 'exchange.quote', {
      from_currency: 'EUR',
      to_currency: 'USD',
      amount: '100',
    })
    expect(quoted.structuredContent).toMatchObject({ from_currency: 'EUR', amount: '100.00' })
    const own = await openAccount(person)
    const given = withKey({
      account_uuid: own,
      type: 'buy',
      order_type: 'market',
      base_currency: 'EUR',
      quote_currency: 'USD',
      amount: '10.00',
    })
    const traded = await call(client, 'exchange.trade', given)
    expect(traded.structuredContent).toMatchObject({ status: 'filled', filled_amount: '10.00' })
    const left = await balanceOf(own)
    expect(left).toBeLessThan(100_000)
    await call(client, 'exchange.trade', given)
    expect(await balanceOf(own)).toBe(left)
  })

  it('ramp.start and ramp.status', async () => {
    const started = await call(
      client,
      'ramp.start',
      withKey({
        type: 'on',
        fiat_currency: 'USD',
        fiat_amount: '100.00',
        crypto_currency: 'USDC',
        wallet_address: WALLET,
      }),
    )
    expect(started.structuredContent).toMatchObject({ status: 'pending', provider: 'mock' })
    const { session_id } = started.structuredContent
    const status = await call(client, 'ramp.status', { session_id })
    expect(status.structuredContent).toMatchObject({ session_id, provider: 'mock' })
  })

  it('mpp.discovery, sms.send, wallet.addresses and wallet.activity', async () => {
    const discovered = await call(client, 'mpp.discovery', {})
    expect(discovered.structuredContent.rails.length).toBeGreaterThan(0)
    expect(JSON.stringify(discovered.structuredContent.resources)).toContain('sms')
    const priced = await call(
      client,
      'sms.send',
      withKey({ to: '+37060012345', message: 'Hello', check_price_only: true }),
    )
    expect(priced.structuredContent).toMatchObject({ message_id: null, price_usdc: '48438' })
    const sent = await call(client, 'sms.send', withKey({ to: '+37060012345', message: 'Hello' }))
    expect(sent.structuredContent).toMatchObject({ parts: 1, country: 'LT' })
    expect(sent.structuredContent.message_id).toMatch(/^sms_/)
    await bank.call('POST /api/v1/wallet/addresses', { chain: 'base', address: WALLET }, person)
    const addresses = await call(client, 'wallet.addresses', { chain: 'base' })
    expect(addresses.structuredContent).toMatchObject({
      count: 1,
      addresses: [{ chain: 'base', address: WALLET, is_active: true }],
    })
    const activity = await call(client, 'wallet.activity', { limit: 3 })
    expect(activity.structuredContent.items).toHaveLength(3)
    expect(activity.structuredContent.has_more).toBe(true)
  })

  it('reads four resources', async () => {
    expect((await client.listResources()).resources.map((one) => one.uri)).toEqual([
      'account://profile',
      'transactions://recent',
    ])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map((one) => one.uriTemplate)).toEqual([
      'account://balance/{currency}',
      'transaction://{id}',
    ])
    const profile = await textOf(client, 'account://profile')
    expect(profile).toMatchObject({ user_uuid: person.uuid, name: 'Ada Lovelace' })
    const opened = await bank.sql<{ uuid: string }>(
      'select uuid from accounts.accounts where user_uuid = $1 order by created_at, uuid',
      [person.uuid],
    )
    expect(opened.length).toBeGreaterThan(1)
    expect(profile.accounts.map((one: { account_id: string }) => one.account_id)).toEqual(
      opened.map(({ uuid }) => uuid),
    )
    expect(profile.account_id).toBe(opened[0]!.uuid)
    const [sum] = await bank.sql<{ units: string }>(
      `select sum(b.units)::text as units from ledger.balances b
       join ledger.accounts a on a.id = b.account_id where a.user_uuid = $1 and b.asset = 'USD'`,
      [person.uuid],
    )
    expect(await textOf(client, 'account://balance/usd')).toMatchObject({
      currency: 'USD',
      balance_minor: Number(sum!.units),
    })
    expect(await textOf(client, 'account://balance/GBP')).toMatchObject({ balance_minor: 0 })
    const { transactions } = await textOf(client, 'transactions://recent')
    expect(transactions.length).toBeGreaterThan(5)
    const one = await textOf(client, `transaction://${transactions[0].id}`)
    expect(one).toEqual({ ...transactions[0], reference: one.reference })
    expect(await textOf(client, `transaction://${randomUUID()}`)).toHaveProperty('error')
    expect(await codeOf(client.readResource({ uri: 'account://secrets' }))).toMatchObject({
      code: -32601,
      error_code: 'RESOURCE_NOT_FOUND',
    })
  })

  it('leaves a row for every call, which the user sees', async () => {
    const { body } = await bank.call('GET /api/v1/mcp/calls?per_page=100', undefined, person)
    const calls = body.data as { tool: string; result: string; spent_minor: number | null }[]
    expect(new Set(calls.map((one) => one.tool)).size).toBe(14)
    expect(calls.find((one) => one.tool === 'ramp.start')).toMatchObject({ spent_minor: 10_000 })
    expect(calls.some((one) => one.result === 'replayed')).toBe(true)
    const other = await bank.call('GET /api/v1/mcp/calls', undefined, await bank.person())
    expect(other.body.data).toEqual([])
  })
})

describe('the MCP transport', () => {
  const ping = { jsonrpc: '2.0', id: 7, method: 'ping' }

  it('asks for a bearer and says where to get one', async () => {
    for (const token of [undefined, 'nothing', (await bank.person()).token]) {
      const { status, headers, body } = await send(bank, ping, token === undefined ? {} : { token })
      expect(status).toBe(401)
      expect(body).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: -32001 } })
      const header = headers.get('www-authenticate')!
      expect(header).toContain(
        `resource_metadata="${bank.url}/.well-known/oauth-protected-resource"`,
      )
      expect(header.includes('invalid_token')).toBe(token !== undefined)
    }
  })

  it('refuses expired and revoked tokens, and its tokens are valid nowhere else', async () => {
    const person = await bank.person()
    const { access_token: token } = await authorize(bank, person, { scopes: everyScope })
    expect((await send(bank, ping, { token })).status).toBe(200)
    expect((await bank.call('GET /api/auth/user', undefined, { token })).status).toBe(401)
    const { body } = await bank.call('GET /api/v1/grants', undefined, person)
    await bank.call(`DELETE /api/v1/grants/${body.data[0].uuid}`, undefined, person)
    expect((await send(bank, ping, { token })).status).toBe(401)
  })

  it('refuses foreign pages and foreign names', async () => {
    const { access_token: token } = await authorize(bank, await bank.person(), {
      scopes: ['accounts:read'],
    })
    const from = (origin: string) => send(bank, ping, { token, headers: { Origin: origin } })
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await from(bank.url)).status).toBe(200)
    expect((await from('http://localhost:6274')).status).toBe(200)
  })

  it('speaks JSON-RPC, one message at a time', async () => {
    const { access_token: token } = await authorize(bank, await bank.person(), {
      scopes: ['accounts:read'],
    })
    const errorOf = async (message: unknown) => {
      const { status, body } = await send(bank, message, { token })
      return { status, code: body.error.code }
    }
    expect(await errorOf('{"jsonrpc": "2.0"')).toEqual({ status: 400, code: -32700 })
    expect(await errorOf([ping])).toEqual({ status: 400, code: -32600 })
    expect(await errorOf({ id: 1, method: 'ping' })).toEqual({ status: 400, code: -32600 })
    expect(await errorOf({ ...ping, method: 'nothing/such' })).toEqual({
      status: 200,
      code: -32601,
    })
    const sent = await send(
      bank,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { token },
    )
    expect(sent).toMatchObject({ status: 202, body: undefined })
    const older = await send(bank, ping, {
      token,
      headers: { 'MCP-Protocol-Version': '2024-01-01' },
    })
    expect(older.status).toBe(400)
    expect(older.body).toEqual({
      error: 'unsupported_protocol_version',
      supported_versions: expect.arrayContaining(['2025-11-25', '2025-06-18']),
    })
    for (const method of ['GET', 'DELETE']) {
      const answer = await bank.call(`${method} /mcp`, undefined, { token })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST')
    }
    expect((await bank.call('GET /healthz')).body).toMatchObject({ ok: true, service: 'mcp' })
  })

  it.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2031-01-01', '2025-11-25'],
  ])('asked for %s answers %s', async (asked, answered) => {
    const { access_token: token } = await authorize(bank, await bank.person(), {
      scopes: ['accounts:read'],
    })
    const params = {
      protocolVersion: asked,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const { body } = await send(bank, { ...ping, method: 'initialize', params }, { token })
    expect(body.result.protocolVersion).toBe(answered)
  })

  it('serves the newest revision of the protocol, without a handshake', async () => {
    const { access_token: token } = await authorize(bank, await bank.person(), {
      scopes: ['accounts:read'],
    })
    const params = {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    }
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' }
    const { status, body } = await send(
      bank,
      { ...ping, method: 'tools/list', params },
      { token, headers },
    )
    expect(status).toBe(200)
    expect(body.result.tools.map((tool: { name: string }) => tool.name)).toContain(
      'account.balance',
    )
  })
})

describe('a model that is shown tools only', () => {
  const failureOf = async (client: Client, name: string, given: object): Promise<string> => {
    const answer = await client.callTool({ name, arguments: { ...given } })
    expect(answer.isError).toBe(true)
    return (answer.content as { text: string }[])[0]!.text
  }

  it('is told where the accounts are', async () => {
    const client = await connectFor(bank, await bank.person())
    expect(client.getInstructions()).toContain('account://profile')
    const { tools } = await client.listTools()
    const naming = tools.filter(({ description }) => description?.includes('account://profile'))
    expect(naming.map(({ name }) => name)).toEqual([
      'account.balance',
      'payment.transfer',
      'transactions.query',
      'spending.analysis',
      'exchange.trade',
    ])
  })

  it('finds them by a call without an account, or with an unknown or foreign one', async () => {
    const person = await bank.person()
    const client = await connectFor(bank, person)
    const stranger = await openAccount(await bank.person())
    const none = await failureOf(client, 'account.balance', {})
    expect(none).toMatch(/^account_uuid: .*\nThe user’s accounts:\n- "/)
    const [full, empty] = [await openAccount(person), await openAccount(person, 0)]
    const unknown = '0199d3a2-7c00-7000-8000-000000000000'
    for (const account_uuid of [undefined, 'Savings', unknown, stranger]) {
      const text = await failureOf(client, 'account.balance', { account_uuid })
      expect(text).toContain(`${full} (active; 1000.00 USD)`)
      expect(text).toContain(`${empty} (active; empty)`)
      expect(text.split(stranger).length - 1).toBe(0)
    }
    const sending = {
      from_account_uuid: unknown,
      to_account_uuid: full,
      amount: 1,
      currency: 'USD',
    }
    expect(await failureOf(client, 'payment.transfer', withKey(sending))).toContain(full)
    // An error about something else stays short.
    const other = await failureOf(client, 'account.balance', { account_uuid: full, asset_code: 5 })
    expect(other).not.toContain(empty)
  })

  it('learns nothing about them without the scope to read accounts', async () => {
    const person = await bank.person()
    const account = await openAccount(person)
    const client = await connectFor(bank, person, { scopes: ['transactions:read'] })
    const text = await failureOf(client, 'transactions.query', { account_uuid: 'x' })
    expect(text).toContain('has not granted "accounts:read"')
    expect(text).not.toContain(account)
  })
})

describe('scopes', () => {
  it('show and allow what was granted, and no more', async () => {
    const person = await bank.person()
    const { access_token: token } = await authorize(bank, person, { scopes: ['exchange:read'] })
    const client = await connect(bank, token)
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['exchange.quote', 'mpp.discovery'])
    expect((await client.listResources()).resources).toEqual([])
    const { status, headers, body } = await callTool(bank, token, 'account.balance', {
      account_uuid: await openAccount(person),
    })
    expect(status).toBe(403)
    expect(body.error).toMatchObject({
      code: -32000,
      data: { required: 'accounts:read', granted: ['exchange:read'] },
    })
    expect(headers.get('www-authenticate')).toContain(
      'error="insufficient_scope", scope="accounts:read"',
    )
    expect(await codeOf(client.readResource({ uri: 'account://profile' }))).toBeDefined()
  })

  it('need a user behind them', async () => {
    const program = await registerClient(bank, {
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: undefined,
    })
    const { body } = await askForTokens(bank, program, {
      grant_type: 'client_credentials',
      scope: 'accounts:read',
    })
    const client = await connect(bank, body.access_token)
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['mpp.discovery'])
    expect((await call(client, 'mpp.discovery', {})).isError).toBe(false)
    expect(
      await codeOf(call(client, 'account.balance', { account_uuid: randomUUID() })),
    ).toMatchObject({ code: -32006, error_code: 'USER_CONTEXT_REQUIRED', tool: 'account.balance' })
    expect(await codeOf(client.readResource({ uri: 'account://profile' }))).toMatchObject({
      code: -32006,
    })
  })
})

describe('an error', () => {
  let person: Person
  let client: Client
  let account: string
  beforeAll(async () => {
    person = await bank.person()
    client = await connectFor(bank, person)
    account = await openAccount(person)
  })

  it('inside a tool is part of its answer', async () => {
    const wrong = await call(client, 'account.balance', { account_uuid: 'nonsense' })
    expect(wrong).toMatchObject({ isError: true })
    expect(wrong.content[0]!.text).toContain('account_uuid')
    expect(wrong.structuredContent).toBeUndefined()
    const poor = await call(
      client,
      'payment.transfer',
      withKey({
        from_account_uuid: account,
        to_account_uuid: await openAccount(person, 0),
        amount: '10000000.00',
        currency: 'JPY',
      }),
    )
    expect(poor).toMatchObject({ isError: true })
  })

  it('of a tool that does not exist or is switched off', async () => {
    expect(await codeOf(call(client, 'account.rob', {}))).toMatchObject({
      code: -32601,
      error_code: 'TOOL_NOT_FOUND',
    })
    const operator = await bank.operator()
    const set = (enabled: boolean) =>
      bank.call('PUT /api/v1/mcp/tools/exchange.quote', { enabled }, operator)
    await set(false)
    const { tools } = await client.listTools()
    expect(tools.some((tool) => tool.name === 'exchange.quote')).toBe(false)
    expect(
      await codeOf(call(client, 'exchange.quote', { from_currency: 'EUR', to_currency: 'USD' })),
    ).toMatchObject({ code: -32004, error_code: 'TOOL_DISABLED', name: 'exchange.quote' })
    await set(true)
    expect((await client.listTools()).tools).toHaveLength(14)
  })

  it('of a key: missing, too long, no UUID, used for something else', async () => {
    const given = { name: 'Key test' }
    const code = (key?: string) =>
      codeOf(
        call(client, 'account.create', {
          ...given,
          ...(key !== undefined && { idempotency_key: key }),
        }),
      )
    expect(await code()).toMatchObject({ code: -32602, error_code: 'IDEMPOTENCY_KEY_REQUIRED' })
    expect(await code('x'.repeat(129))).toMatchObject({
      code: -32602,
      error_code: 'IDEMPOTENCY_KEY_TOO_LONG',
      max_length: 128,
      received: 129,
    })
    expect(await code('not-a-uuid')).toMatchObject({ code: -32602 })
    const idempotency_key = randomUUID()
    await call(client, 'account.create', { ...given, idempotency_key })
    expect(
      await codeOf(call(client, 'account.create', { name: 'Another', idempotency_key })),
    ).toMatchObject({ code: -32002, error_code: 'IDEMPOTENCY_KEY_REUSED', idempotency_key })
    // Another client of the same user has keys of its own; so has another tool.
    const second = await connectFor(bank, person)
    const own = await call(second, 'account.create', { name: 'Another', idempotency_key })
    expect(own.isError).toBe(false)
    bank.clock.advance(86_401)
  })

  it('is not remembered: a retry with the key is tried again', async () => {
    const [owner, from] = [await bank.person(), '']
    const mine = await connectFor(bank, owner)
    const source = from || (await openAccount(owner, 100))
    const given = withKey({
      from_account_uuid: source,
      to_account_uuid: await openAccount(owner, 0),
      amount: '5.00',
      currency: 'USD',
    })
    expect((await call(mine, 'payment.transfer', given)).isError).toBe(true)
    const money = { amount: '10.00', asset_code: 'USD' }
    await bank.call(`POST /api/v2/accounts/${source}/deposit`, money, owner)
    expect((await call(mine, 'payment.transfer', given)).isError).toBe(false)
    expect(await balanceOf(source)).toBe(600)
  })
})

describe('spending', () => {
  const CALLS = rounds(16, 50)

  const transfer = (from: string, to: string, amount: string) => ({
    from_account_uuid: from,
    to_account_uuid: to,
    amount,
    currency: 'USD',
  })

  it('stops at the daily limit, says what is left and when it frees, and frees it', async () => {
    const person = await bank.person()
    const [from, to] = [await openAccount(person), await openAccount(person, 0)]
    const { access_token: token } = await authorize(bank, person, {
      scopes: ['payments:write'],
      limit: '5000',
    })
    const pay = (amount: string) =>
      callTool(bank, token, 'payment.transfer', withKey(transfer(from, to, amount)))
    const startedAt = bank.clock.now().getTime()
    expect((await pay('30.00')).body.result.isError).toBe(false)
    bank.clock.advance(600)
    expect((await pay('15.00')).body.result.isError).toBe(false)
    const { status, body } = await pay('10.00')
    expect(status).toBe(200)
    expect(body.error).toMatchObject({
      code: -32003,
      data: {
        error_code: 'LIMIT_EXCEEDED',
        limit_remaining_minor: 500,
        amount_requested_minor: 1_000,
        window_resets_at: new Date(startedAt + 86_400_000).toISOString(),
        currency: 'USD',
      },
    })
    expect((await pay('60.00')).body.error.data.window_resets_at).toBeNull()
    expect((await pay('5.00')).body.result.isError).toBe(false)
    expect(await balanceOf(to)).toBe(5_000)
  })

  it('counts other currencies in dollars, rounded up, and messages at a flat price', async () => {
    const person = await bank.person()
    const from = await openAccount(person)
    const money = { amount: '100.00', asset_code: 'EUR' }
    await bank.call(`POST /api/v2/accounts/${from}/deposit`, money, person)
    const client = await connectFor(bank, person)
    await call(
      client,
      'payment.transfer',
      withKey({
        from_account_uuid: from,
        to_account_uuid: await openAccount(person, 0),
        amount: '10.01',
        currency: 'EUR',
      }),
    )
    await call(client, 'sms.send', withKey({ to: '+37060012345', message: 'Hi' }))
    const { body } = await bank.call('GET /api/v1/mcp/calls', undefined, person)
    const [text, euros] = body.data
    expect(text).toMatchObject({ tool: 'sms.send', spent_minor: 5 })
    const rate = await call(client, 'exchange.quote', { from_currency: 'EUR', to_currency: 'USD' })
    const exact = 1001 * Number(rate.structuredContent.exchange_rate)
    expect(euros.spent_minor).toBe(Math.ceil(Math.round(exact * 1e6) / 1e6))
  })

  it('counts nothing that did not happen', async () => {
    const person = await bank.person()
    const [from, to] = [await openAccount(person, 1_000), await openAccount(person, 0)]
    const client = await connectFor(bank, person, { limit: '5000' })
    const failed = await call(client, 'payment.transfer', withKey(transfer(from, to, '49.00')))
    expect(failed.isError).toBe(true)
    const money = { amount: '100.00', asset_code: 'USD' }
    await bank.call(`POST /api/v2/accounts/${from}/deposit`, money, person)
    const good = await call(client, 'payment.transfer', withKey(transfer(from, to, '50.00')))
    expect(good.isError).toBe(false)
  })

  it('moves money once for many calls with one key', async () => {
    const person = await bank.person()
    const [from, to] = [await openAccount(person), await openAccount(person, 0)]
    const { access_token: token } = await authorize(bank, person, { scopes: ['payments:write'] })
    const given = withKey(transfer(from, to, '1.00'))
    const answers = await Promise.all(
      Array.from({ length: CALLS }, () => callTool(bank, token, 'payment.transfer', given)),
    )
    expect(await balanceOf(to)).toBe(100)
    const kinds = answers.map(({ body }) => body.error?.code ?? 'done')
    expect(kinds.every((kind) => kind === 'done' || kind === -32005)).toBe(true)
    const outputs = answers.flatMap(({ body }) => body.result?.structuredContent ?? [])
    expect(outputs.length).toBeGreaterThan(0)
    expect(new Set(outputs.map((output) => output.transfer_id)).size).toBe(1)
    const later = await callTool(bank, token, 'payment.transfer', given)
    expect(later.body.result.structuredContent).toEqual(outputs[0])
    expect(await balanceOf(to)).toBe(100)
  })

  it('lets ten of many through a limit that fits ten', async () => {
    const person = await bank.person()
    const [from, to] = [await openAccount(person), await openAccount(person, 0)]
    const { access_token: token } = await authorize(bank, person, {
      scopes: ['payments:write'],
      limit: '5000',
    })
    const answers = await Promise.all(
      Array.from({ length: CALLS }, () =>
        callTool(bank, token, 'payment.transfer', withKey(transfer(from, to, '5.00'))),
      ),
    )
    const done = answers.filter(({ body }) => body.result?.isError === false)
    const stopped = answers.filter(({ body }) => body.error?.code === -32003)
    expect([done.length, stopped.length]).toEqual([10, CALLS - 10])
    expect(await balanceOf(to)).toBe(5_000)
  })

  it('frees when the oldest spends have left the window', () => {
    const at = (hours: number) => new Date(hours * 3_600_000)
    const spends = [
      { cents: 100n, created_at: at(1) },
      { cents: 50n, created_at: at(2) },
    ]
    expect(findAvailableAt(spends, 100n)).toEqual(at(25))
    expect(findAvailableAt(spends, 101n)).toEqual(at(26))
    expect(findAvailableAt(spends, 151n)).toBeNull()
  })
})

describe('another user’s', () => {
  it('money and data are out of reach, by every tool and resource', async () => {
    const [ada, eve] = [await bank.person(), await bank.person()]
    const [hers, mine] = [await openAccount(ada), await openAccount(eve)]
    const adas = await connectFor(bank, ada)
    const eves = await connectFor(bank, eve)
    const paid = await call(
      adas,
      'payment.transfer',
      withKey({
        from_account_uuid: hers,
        to_account_uuid: await openAccount(ada, 0),
        amount: '1.00',
        currency: 'USD',
        reference: 'private',
      }),
    )
    const ramp = {
      type: 'on',
      fiat_currency: 'USD',
      fiat_amount: '20.00',
      crypto_currency: 'USDC',
      wallet_address: WALLET,
    }
    const session = await call(adas, 'ramp.start', withKey(ramp))
    await bank.call('POST /api/v1/wallet/addresses', { chain: 'base', address: WALLET }, ada)
    const before = await balanceOf(hers)
    const tries: [string, object][] = [
      ['account.balance', { account_uuid: hers }],
      ['payment.status', { transaction_id: paid.structuredContent.transfer_id }],
      [
        'payment.transfer',
        withKey({
          from_account_uuid: hers,
          to_account_uuid: mine,
          amount: '1.00',
          currency: 'USD',
        }),
      ],
      ['transactions.query', { account_uuid: hers }],
      ['spending.analysis', { account_uuid: hers }],
      [
        'exchange.trade',
        withKey({
          account_uuid: hers,
          type: 'buy',
          order_type: 'market',
          base_currency: 'EUR',
          quote_currency: 'USD',
          amount: '1.00',
        }),
      ],
      ['ramp.status', { session_id: session.structuredContent.session_id }],
    ]
    for (const [name, given] of tries)
      expect({ name, isError: (await call(eves, name, given)).isError }).toEqual({
        name,
        isError: true,
      })
    expect(await balanceOf(hers)).toBe(before)
    const seen = [
      await call(eves, 'transactions.query', { limit: 100 }),
      await call(eves, 'spending.analysis', {}),
      await call(eves, 'wallet.addresses', {}),
      await call(eves, 'wallet.activity', { limit: 50 }),
      await textOf(eves, 'transactions://recent'),
      await textOf(eves, 'account://profile'),
      await textOf(eves, 'account://balance/USD'),
      await textOf(eves, `transaction://${paid.structuredContent.transfer_id}`),
    ]
    const text = JSON.stringify(seen)
    for (const secret of [hers, 'private', WALLET, ada.uuid]) expect(text).not.toContain(secret)
    expect((await textOf(eves, 'account://balance/USD')).balance_minor).toBe(100_000)
  })
})
