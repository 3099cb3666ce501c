// The client at a real bank: every kind of call, and what it does when the network or the bank fails.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../../test/harness/bank.ts'
import {
  accountCreate,
  accountDeposit,
  accountGet,
  accountList,
  type Client,
  createClient,
  each,
  eventStream,
  FlorinError,
  isFromBank,
  makeKey,
  NotFoundError,
  transferCreate,
  transferGet,
} from './index.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const clientOf = ({ token }: Person, options: object = {}): Client =>
  createClient({ baseUrl: `${bank.url}/`, token, ...options })

const open = async (client: Client, person: Person, name = 'One'): Promise<string> =>
  (await accountCreate(client, { user_uuid: person.uuid, name })).data.uuid

describe('a client', () => {
  it('opens an account, brings money in and pays with it', async () => {
    const person = await bank.person()
    const client = clientOf(person)
    const [one, two] = [await open(client, person), await open(client, person, 'Two')]
    await accountDeposit(client, { uuid: one, amount: '10.00', asset_code: 'USD' })
    const { data } = await transferCreate(client, {
      from_account: one,
      to_account: two,
      amount: '2.50',
      asset_code: 'USD',
      workflow_enabled: false,
    })
    expect((await transferGet(client, { uuid: data.uuid })).data.status).toBe('completed')
    expect((await accountGet(client, { uuid: two })).data.balance).toBe(250)
  })

  it('writes also where the browser has no randomUUID, as on plain http', async () => {
    const person = await bank.person()
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    try {
      expect(await open(clientOf(person), person)).toMatch(/^[0-9a-f-]{36}$/)
      expect(makeKey()).toMatch(/^[0-9a-f]{32}$/)
      expect(makeKey()).not.toBe(makeKey())
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('lets standbys answer only when it is asked to, and never from an earlier position', async () => {
    const sent: (string | null)[] = []
    const positions = ['1/A', '1/9', '2/0', undefined]
    const fetch = (_url: unknown, { headers }: RequestInit): Promise<Response> => {
      sent.push(new Headers(headers).get('Florin-Position'))
      const position = positions[sent.length - 1]
      return Promise.resolve(
        Response.json({ data: {} }, { headers: position ? { 'Florin-Position': position } : {} }),
      )
    }
    const send = async (options: object, times: number) => {
      const client = createClient({ baseUrl: bank.url, fetch: fetch as never, ...options })
      for (let calls = 0; calls < times; calls++) await accountGet(client, { uuid: 'some' })
      return sent.splice(0)
    }
    expect(await send({ allowStandbys: true }, 5)).toEqual(['0/0', '1/A', '1/A', '2/0', '2/0'])
    expect(await send({}, 2)).toEqual([null, null])
  })

  it('reads lists of any length as one sequence', async () => {
    const person = await bank.person()
    const client = clientOf(person, { token: () => Promise.resolve(person.token) })
    for (let count = 0; count < 5; count++) await open(client, person, `Number ${count}`)
    const names: string[] = []
    for await (const { name } of each(accountList, client, { per_page: 2 })) names.push(name)
    expect(names).toHaveLength(6)
    expect(new Set(names).size).toBe(6)
  })

  it('throws the refusal of the bank, with its code and fields', async () => {
    const client = clientOf(await bank.person())
    const missing = accountGet(client, { uuid: '0199d3a2-7c00-7000-8000-000000000000' })
    await expect(missing).rejects.toBeInstanceOf(NotFoundError)
    await expect(missing).rejects.toMatchObject({ status: 404, name: 'NotFoundError' })
    const wrong = transferCreate(client, { from_account: 'x' } as never)
    const error = await wrong.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FlorinError)
    expect(error).toMatchObject({ status: 422, code: 'VALIDATION_ERROR' })
    expect((error as FlorinError).errors).toHaveProperty('amount')
  })

  it('follows events as they happen', async () => {
    const person = await bank.person()
    const client = clientOf(person)
    const stop = new AbortController()
    const account = await open(client, person)
    await accountDeposit(client, { uuid: account, amount: '1.00', asset_code: 'USD' })
    const since = { account_uuid: account, after: 'evt_0000000000000000' }
    const types: string[] = []
    for await (const { event_type } of eventStream(client, since, { signal: stop.signal })) {
      types.push(event_type)
      if (event_type === 'transaction.completed') break
    }
    stop.abort()
    expect(types).toContain('transaction.created')
  })
})

describe('a client whose calls fail', () => {
  it('repeats a write under one key, so that it happens once', async () => {
    const person = await bank.person()
    const keys: (string | null)[] = []
    const waits: number[] = []
    // The answer of every first try is lost on its way.
    const losing: typeof fetch = async (input, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      const response = await fetch(input, init)
      if (keys.length % 2 === 1) throw new TypeError('the connection was reset')
      return response
    }
    const wait = async (ms: number): Promise<void> => void waits.push(ms)
    const account = await open(clientOf(person), person)
    const client = clientOf(person, { fetch: losing, wait })
    await accountDeposit(client, { uuid: account, amount: '10.00', asset_code: 'USD' })
    expect(new Set(keys).size).toBe(1)
    expect(waits).toHaveLength(1)
    expect((await accountGet(clientOf(person), { uuid: account })).data.balance).toBe(1_000)
  })

  it('waits as long as a busy bank asks for, and gives up in the end', async () => {
    const waits: number[] = []
    const busy: typeof fetch = async () =>
      Response.json(
        { error: { code: 'SERVICE_UNAVAILABLE', message: 'Busy.' } },
        { status: 503, headers: { 'Retry-After': '3' } },
      )
    const wait = async (ms: number): Promise<void> => void waits.push(ms)
    const client = createClient({ baseUrl: 'https://bank.test', fetch: busy, wait, retries: 2 })
    await expect(accountList(client, {})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(waits).toEqual([3_000, 3_000])
  })

  it('does not repeat what the bank refused', async () => {
    let tries = 0
    const refusing: typeof fetch = async () => {
      tries++
      return Response.json({ error: { code: 'FORBIDDEN', message: 'No.' } }, { status: 403 })
    }
    const client = createClient({ baseUrl: 'https://bank.test', fetch: refusing })
    await expect(accountList(client, {})).rejects.toMatchObject({ status: 403, message: 'No.' })
    expect(tries).toBe(1)
  })
})

describe('isFromBank', () => {
  it('tells the bank from everybody else', async () => {
    const body = '{"event":"transfer.completed"}'
    const signature = createHmac('sha256', 'secret').update(body).digest('hex')
    expect(await isFromBank(body, signature, 'secret')).toBe(true)
    expect(await isFromBank(`${body} `, signature, 'secret')).toBe(false)
    expect(await isFromBank(body, signature, 'other')).toBe(false)
    for (const wrong of ['', 'abc', null, undefined, signature.slice(2)])
      expect(await isFromBank(body, wrong, 'secret')).toBe(false)
  })
})
