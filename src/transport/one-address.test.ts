// A browser at 127.0.0.1 is moved to localhost, the bank's own name; programs and other hosts are answered where they are.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bank, startBank } from '../../test/harness/bank.ts'

let bank: Bank
let port: string
beforeAll(async () => {
  bank = await startBank()
  port = new URL(bank.url).port
})
afterAll(() => bank.stop())

const open = async (host: string, headers: Record<string, string> = {}) => {
  const url = '/collect?from=mail&code=1'
  const { statusCode, headers: sent } = await bank.app.server.inject({
    url,
    headers: { host, 'sec-fetch-mode': 'navigate', ...headers },
  })
  return { statusCode, location: sent.location }
}

it.each(['127.0.0.1', '[::1]'])(
  'moves a browser that opens %s, with the whole address',
  async (name) => {
    expect(await open(`${name}:${port}`)).toEqual({
      statusCode: 302,
      location: `http://localhost:${port}/collect?from=mail&code=1`,
    })
  },
)

it.each([
  ['its own name', () => `localhost:${port}`, {}],
  ['another port', () => '127.0.0.1:1', {}],
  ['the name of a partner', () => `bank.example:${port}`, {}],
  ['a script of a page', () => `127.0.0.1:${port}`, { 'sec-fetch-mode': 'cors' }],
])('leaves %s where it is', async (_what, host, headers) => {
  const { statusCode, location } = await open(host(), headers)
  expect([statusCode === 302, location]).toEqual([false, undefined])
})

it('calls itself by its name in what it answers', async () => {
  const { body } = await bank.call('GET /api')
  expect(JSON.stringify(body)).toContain(`http://localhost:${port}/`)
  expect(JSON.stringify(body)).not.toContain('127.0.0.1')
})
