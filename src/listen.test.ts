// `florin listen` against a real bank and a receiver of the test.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../test/harness/bank.ts'
import { openAccount } from './domains/operations/events/test-support.ts'
import {
  isSigned,
  type Receiver,
  startReceiver,
} from './domains/operations/webhooks/test-support.ts'
import { listen, readListenCommand } from './listen.ts'

const env = { FLORIN_TOKEN: 'fak_key', FLORIN_WEBHOOK_SECRET: 'a secret of the test' }
const bankUrl = 'http://127.0.0.1:8080'

describe('the options', () => {
  const read = (...words: string[]) => readListenCommand(words, env, bankUrl)

  it('are read in both spellings', () => {
    expect(
      read('--forward', 'http://localhost:3000/hook?a=b', '--types=transfer.*,account.created'),
    ).toEqual({
      bank: bankUrl,
      forward: 'http://localhost:3000/hook?a=b',
      types: ['transfer.*', 'account.created'],
      after: undefined,
      replay: undefined,
      token: 'fak_key',
      secret: 'a secret of the test',
    })
  })

  it.each([
    [[], /Say where to post/],
    [['--forward'], /without a value/],
    [['--forward', 'localhost:3000'], /is not a URL/],
    [['--foward', 'http://localhost:3000'], /takes no "--foward"/],
    [['--forward', 'http://localhost:3000', '--replay', 'evt_1'], /--replay must be the id/],
  ])('%j are refused with one sentence', (words, sentence) => {
    expect(() => read(...words)).toThrow(sentence)
  })

  it('need a key in the environment, and no short secret', () => {
    const words = ['--forward', 'http://localhost:3000']
    expect(() => readListenCommand(words, {}, bankUrl)).toThrow(/Set FLORIN_TOKEN/)
    const short = { ...env, FLORIN_WEBHOOK_SECRET: 'short' }
    expect(() => readListenCommand(words, short, bankUrl)).toThrow(/at least 8 characters/)
  })
})

describe('at a bank', () => {
  let bank: Bank
  let receiver: Receiver
  beforeAll(async () => {
    ;[bank, receiver] = await Promise.all([startBank(), startReceiver()])
  })
  afterAll(() => Promise.all([bank.stop(), receiver.close()]))

  const words = () => ['--url', bank.url, '--forward', receiver.url]
  const ids = () => receiver.received.map(({ body }) => body.id)

  it('posts each event once and signed, prints the answers, goes on after a failure, and repeats one', async () => {
    const person = await bank.person()
    const { token } = await bank.apiKey(person, { permissions: ['read'] })
    const account = await openAccount(bank, person)
    const said: string[] = []
    const stop = new AbortController()
    const request = readListenCommand(
      [...words(), '--types', 'account.*', '--after', 'evt_0000000000000000'],
      { FLORIN_TOKEN: token },
      bankUrl,
    )
    const running = listen(request, { say: (text) => said.push(text), signal: stop.signal })
    await expect.poll(() => receiver.received.at(-1)?.body.data.account_uuid).toBe(account)
    const secret = /whsec_\w{40}/.exec(said[0]!)![0]
    expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
    const { headers, body } = receiver.received.at(-1)!
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Florin-Webhook/1.0',
      'x-webhook-event': 'account.created',
      'webhook-id': body.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
    await expect.poll(() => said.at(-1)).toMatch(`${body.id}  account.created  200 in `)
    expect(said.join()).not.toContain(token)

    receiver.answer = () => 500
    await openAccount(bank, person)
    await expect.poll(() => said.at(-1)).toMatch(/account\.created {2}500 in/)
    receiver.answer = () => 200
    expect(new Set(ids()).size).toBe(ids().length)
    stop.abort()
    await running

    const before = receiver.received.length
    const again = readListenCommand([...words(), '--replay', body.id], { FLORIN_TOKEN: token }, '')
    await listen(again, { say: (text) => said.push(text) })
    expect(receiver.received).toHaveLength(before + 1)
    expect(receiver.received.at(-1)!.body).toEqual(body)
    expect(isSigned(receiver.received.at(-1)!, secret)).toBe(true)
  })

  it('says what to do when the key is not valid, the event is of another user, or no program answers', async () => {
    const say = () => {}
    const refused = readListenCommand(words(), { FLORIN_TOKEN: 'fak_unknown' }, '')
    await expect(listen(refused, { say })).rejects.toThrow(/The bank refuses to send events/)
    const { token } = await bank.apiKey(await bank.person(), { permissions: ['read'] })
    const foreign = { FLORIN_TOKEN: token }
    const replay = readListenCommand([...words(), '--replay', ids()[0]], foreign, '')
    await expect(listen(replay, { say })).rejects.toThrow(/There is no event evt_/)

    const closed = await startReceiver()
    await closed.close()
    const person = await bank.person()
    await openAccount(bank, person)
    const key = await bank.apiKey(person)
    const first = (await bank.call('GET /api/v2/events?limit=1', undefined, key)).body.data[0].id
    const said: string[] = []
    const lost = ['--url', bank.url, '--forward', closed.url, '--replay', first]
    await listen(readListenCommand(lost, { FLORIN_TOKEN: key.token }, ''), {
      say: (text) => said.push(text),
    })
    expect(said.at(-1)).toMatch(/no answer: .*Send it again by --replay evt_/)
  })
})
