// `florin api` against a real bank: routes and names, fields where they belong, keys, answers and refusals.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../test/harness/bank.ts'
import { UsageError } from '../platform/start-error.ts'
import { readApiCommand, runApiCommand } from './command.ts'
import type { Fetch } from './directory.ts'

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

let bank: Bank
let ada: Person
let account: string
let folder: string
beforeAll(async () => {
  ;[bank, folder] = await Promise.all([startBank(), mkdtemp(join(tmpdir(), 'florin-api-'))])
  ada = await bank.person({ name: 'Ada Lovelace' })
  account = (await bank.call('GET /api/v2/accounts', undefined, ada)).body.data[0].uuid
})
afterAll(() => Promise.all([bank.stop(), rm(folder, { recursive: true })]))

interface Options {
  readonly token?: string
  readonly isTerminal?: boolean
  readonly input?: string
  readonly fetch?: Fetch
}

async function run(words: readonly string[], options: Options = {}): Promise<Ran> {
  const out: Buffer[] = []
  const err: string[] = []
  const env = { FLORIN_API_KEY: options.token ?? ada.token }
  const code = await runApiCommand(readApiCommand(words, env, bank.url), {
    isTerminal: options.isTerminal ?? false,
    write: (chunk) => out.push(Buffer.from(chunk as string)),
    complain: (text) => err.push(text),
    readInput: async () => options.input ?? '',
    ...(options.fetch && { fetch: options.fetch }),
  })
  return { code, out: Buffer.concat(out).toString(), err: err.join('\n') }
}

const type = (line: string, options?: Options) => run(line.split(' '), options)

describe('the command', () => {
  const read = (...words: string[]) => readApiCommand(words, {}, 'http://localhost:8080')

  it('takes options in both spellings, and the rest as words', () => {
    expect(
      read('post', '--url', 'https://bank.example/x', 'transfers', '--token=t', '--verbose', 'a=b'),
    ).toMatchObject({
      bank: 'https://bank.example',
      token: 't',
      isVerbose: true,
      words: ['post', 'transfers', 'a=b'],
    })
    expect(read('--header', 'X-Partner-Key: k', '--header=A:b').headers).toEqual({
      'X-Partner-Key': 'k',
      A: 'b',
    })
  })

  it('takes the key of the environment, as "florin listen" does, or its own', () => {
    const tokenOf = (env: Record<string, string>, ...words: string[]) =>
      readApiCommand(words, env, 'http://localhost').token
    expect(tokenOf({ FLORIN_API_KEY: 'a', FLORIN_TOKEN: 'b' })).toBe('a')
    expect(tokenOf({ FLORIN_API_KEY: '', FLORIN_TOKEN: 'b' })).toBe('b')
    expect(tokenOf({ FLORIN_API_KEY: 'a' }, '--token', 'c')).toBe('c')
    expect(tokenOf({})).toBeUndefined()
  })

  it.each([
    [['--nothing'], /takes no "--nothing"/],
    [['--data'], /takes no "--data" without a value/],
    [['--verbose=1'], /takes no "--verbose=1"/],
    [['--url', 'localhost:8080'], /is not a URL/],
    [['--header', 'nothing'], /must be NAME:VALUE/],
  ])('%j is refused with 2', (words, sentence) => {
    expect(() => read(...words)).toThrow(sentence)
    expect(() => read(...words)).toThrow(UsageError)
    expect(new UsageError('').exitCode).toBe(2)
  })

  it.each([
    ['get', /Say which path/],
    ['get acounts', /no route GET acounts\. Did you mean "accounts"\?/],
    ['get nothing/like/this', /no route GET nothing\/like\/this\. "florin api list"/],
    ['delete transfers', /^transfers takes POST, not DELETE\.$/],
    ['transfr.create', /no operation "transfr\.create"\. Did you mean "transfer\.create"/],
    ['help transfer.creat', /Did you mean "transfer\.create"/],
    ['help', /Say of what/],
    ['list one two', /takes one word/],
    ['list transferz', /No operation has "transferz"\. Did you mean "transfers"/],
    ['post transfers amunt=1', /no field "amunt"\. Did you mean "amount"/],
    ['get user.get x=1', /no route/],
    ['account.get', /account\.get needs uuid=…/],
    ['account.get uuid=..', /account\.get needs uuid=…/],
    ['post transfers amount', /"amount" is no field/],
    ['post transfers metadata={', /The field metadata is not valid JSON/],
    ['post transfers --data {x', /--data is not valid JSON/],
    ['post transfers --data @/nowhere', /"\/nowhere", which cannot be read \(ENOENT\)/],
    ['post transfers --data [] amount=1', /is no JSON object/],
  ])('"%s" is refused in a sentence that says what to do', async (line, sentence) => {
    const refusal: unknown = await type(line).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UsageError)
    expect((refusal as UsageError).message).toMatch(sentence)
  })

  it('says where a bank is expected if none answers', async () => {
    const nobody: Fetch = () => Promise.reject(new TypeError('fetch failed'))
    await expect(type('get accounts', { fetch: nobody })).rejects.toThrow(
      /^There is no bank at http.* start one with "florin start"/,
    )
  })
})

describe('the lists', () => {
  it('show areas and domains, the operations of one, and those that have a word', async () => {
    const all = await run([])
    expect(all.out).toMatch(/^Core banking\n(.*\n)*? {2}transfers +\d+ {2}Deposits, withdrawals/m)
    const some = await type('list transfers')
    expect(some.out).toMatch(/^Core banking: transfers\n/)
    expect(some.out).toMatch(/^ {2}transfer\.create +POST +\/api\/v2\/transfers\n {6}Create a tr/m)
    const found = (await type('list passkey')).out
    expect(found).toMatch(/passkey\.verify/)
    expect(found).not.toMatch(/transfer\.create/)
  })

  it('show the fields of an operation, an example that runs as it is, and its errors', async () => {
    const { out } = await type('help account.deposit')
    expect(out).toMatch(/^account\.deposit {2}POST \/api\/v2\/accounts\/\{uuid\}\/deposit\n/)
    expect(out).toMatch(/^ {2}uuid +string, required/m)
    expect(out).toMatch(/^ {2}amount +\S.*required/m)
    expect(out).toMatch(/^Errors: .*ACCOUNT_FROZEN/m)
    expect(out).toContain(`More: ${bank.url}/api/docs/operations/account.deposit`)
    const [, example] = /^ {2}florin api (account\.deposit .*)$/m.exec(out)!
    expect(example).toContain('uuid=…')
    const done = await type(example!.replace('uuid=…', `uuid=${account}`))
    expect(done).toMatchObject({ code: 0, err: '' })
  })
})

describe('a call', () => {
  it('finds the route by its end, its whole path and its name', async () => {
    const lines = [
      'get accounts',
      'GET v2/accounts',
      'get /api/v2/accounts',
      'account.list',
      'get accounts?page=1',
    ]
    const answers = await Promise.all(lines.map((line) => type(line)))
    for (const { code, out } of answers) {
      expect(code).toBe(0)
      expect(JSON.parse(out).data[0].uuid).toBe(account)
    }
    // What is no operation is sent as it is.
    expect(await type('get /health/ready')).toEqual({ code: 0, out: '{"status":"ok"}', err: '' })
  })

  it('puts fields into path, query and body, as values of their types', async () => {
    const seen: { url: string; init: RequestInit }[] = []
    const spy: Fetch = async (input, init) => {
      if (input.includes('/api/docs/')) return fetch(input, init)
      seen.push({ url: input, init: init! })
      return Response.json({})
    }
    const send = async (...words: string[]) => {
      await run(words, { fetch: spy })
      const { url, init } = seen.pop()!
      return { path: url.slice(bank.url.length), body: init.body, ...init }
    }
    const got = await send('account.list', 'per_page=5')
    expect(got).toMatchObject({ path: '/api/v2/accounts?per_page=5', method: 'GET' })
    expect(got.body).toBeUndefined()
    expect(got.headers).not.toHaveProperty('Idempotency-Key')
    const posted = await send(
      'transfer.create',
      'amount=10.00',
      'workflow_enabled=false',
      'metadata={"a":1}',
      'reference=true',
    )
    expect(JSON.parse(posted.body as string)).toEqual({
      amount: '10.00',
      workflow_enabled: false,
      metadata: { a: 1 },
      reference: 'true',
    })
    expect(posted.headers).toMatchObject({
      'Idempotency-Key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'Content-Type': 'application/json',
      Authorization: `Bearer ${ada.token}`,
    })
    const filled = await send('account.get', 'uuid=a/b')
    expect(filled.path).toBe('/api/v2/accounts/a%2Fb')
    const lists = await send('post', 'webhooks', 'events=a.b', 'events=c.d', 'url:="x"')
    expect(JSON.parse(lists.body as string)).toEqual({ events: ['a.b', 'c.d'], url: 'x' })
    expect(JSON.parse((await send('post', 'webhooks', 'events=a.b')).body as string)).toEqual({
      events: ['a.b'],
    })
    const file = join(folder, 'body.json')
    await writeFile(file, '{"amount":"1.00","reference":"x"}')
    const read = await send('post', 'transfers', '--data', `@${file}`, 'reference=y')
    expect(JSON.parse(read.body as string)).toEqual({ amount: '1.00', reference: 'y' })
    const keyed = await send('post', 'transfers', '--idempotency-key=k', '--header=X-A:1')
    expect(keyed.headers).toMatchObject({ 'Idempotency-Key': 'k', 'X-A': '1' })
    // A document that is no JSON goes with its own type.
    const xml = await send('iso20022.validate', '--data', '<Document/>')
    expect([xml.body, xml.headers]).toEqual([
      '<Document/>',
      expect.objectContaining({ 'Content-Type': 'application/xml' }),
    ])
  })

  it('reads its body from standard input', async () => {
    const input = JSON.stringify({ amount: '2.00', asset_code: 'EUR' })
    const done = await type(`account.deposit uuid=${account} --data @-`, { input })
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(done.out).data).toMatchObject({ asset_code: 'EUR' })
  })

  it('is done once for a key, and shows the key', async () => {
    const line = `account.deposit uuid=${account} amount=3.00 asset_code=CHF --verbose`
    const first = await type(line)
    expect(first.err).toMatch(
      /^> POST http.*\/deposit\n> Idempotency-Key: \S+\n< 20\d in \d+ ms\n< X-Request-ID: \S+$/,
    )
    const [, key] = /Idempotency-Key: (\S+)/.exec(first.err)!
    const again = await type(`${line} --idempotency-key ${key}`)
    expect(again.out).toBe(first.out)
    const { body } = await bank.call(
      `GET /api/accounts/${account}/balances?asset=CHF`,
      undefined,
      ada,
    )
    expect(JSON.stringify(body)).toContain('3.00')
    expect(first.err).not.toContain(ada.token)
  })

  it('says with which key to repeat a write whose answer was lost', async () => {
    const lossy: Fetch = (input, init) =>
      input.includes('/api/docs/')
        ? fetch(input, init)
        : Promise.reject(new TypeError('fetch failed', { cause: new Error('socket hang up') }))
    await expect(type('post transfers amount=1', { fetch: lossy })).rejects.toThrow(
      /gave no answer \(socket hang up\); repeat it with --idempotency-key \S+, which/,
    )
    await expect(type('get accounts', { fetch: lossy })).rejects.toThrow(/\(socket hang up\)\.$/)
  })
})

describe('the answer', () => {
  it('is indented on a terminal, and in a pipe as the bank sent it', async () => {
    const [shown, piped] = await Promise.all([
      type('account.list', { isTerminal: true }),
      type('account.list'),
    ])
    const sent = await fetch(`${bank.url}/api/v2/accounts`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    })
    expect(piped.out).toBe(await sent.text())
    expect(shown.out).toBe(`${JSON.stringify(JSON.parse(piped.out), null, 2)}\n`)
  })

  it('is text as it comes; a file is not written to a terminal', async () => {
    const metrics = await type('get /metrics', { isTerminal: true })
    expect(metrics.out).toMatch(/^# HELP/m)
    const pdf: Fetch = async (input, init) =>
      input.includes('/api/docs/')
        ? fetch(input, init)
        : new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } })
    const kept = await type('account.list', { fetch: pdf, isTerminal: true })
    expect(kept).toEqual({
      code: 0,
      out: '',
      err: expect.stringMatching(/a file \(application\/pdf\)/),
    })
    expect((await type('account.list', { fetch: pdf })).out).toBe('%PDF-1.7')
  })

  it('of a refusal is its message, its fields and where to read what to do', async () => {
    const { code, out, err } = await type(`account.deposit uuid=${account}`)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^florin: 422 VALIDATION_ERROR: The amount field is required\.\n/)
    expect(err).toMatch(/^ {2}asset_code: The asset code field is required\.$/m)
    const [, help] = /^ {2}What to do: (\S+)$/m.exec(err)!
    expect(help).toBe(`${bank.url}/api/docs/errors/VALIDATION_ERROR`)
    expect((await fetch(help!)).status).toBe(200)
    const stranger = await type('account.list', { token: '' })
    expect(stranger.code).toBe(1)
    expect(stranger.err).toMatch(/^florin: 401 UNAUTHORIZED: .*\n {2}Set FLORIN_API_KEY/)
    expect((await type('account.list', { token: 'wrong' })).err).not.toContain('Set FLORIN_API_KEY')
  })
})
