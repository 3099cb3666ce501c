// The console and the sign-in page under the host name of a tenant whose partner has a logo: it is loaded from the bank
// itself, and the outside address that the partner named is not.
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAs, onboard } from '../../src/domains/people/partners/test-support.ts'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import { type ConsoleBank, inspect, startConsole, visit } from './support.ts'

const found = await findBrowser()

/** Chromium takes every name under localhost for this machine. */
const DOMAIN = 'corner.localhost'

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}

/** As PNG wants it; browsers check it. */
function crc(bytes: Buffer): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0)
  }
  return (rest ^ 0xffffffff) >>> 0
}

/** A square of one colour. */
function square(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: side }, () => Buffer.from([0x22, 0x88, 0x66])),
  ])
  const rows = Buffer.concat(Array.from({ length: side }, () => row))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe.skipIf(!found)('the logo of a partner (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  it('is shown by the bank’s own pages, from the bank', async () => {
    const { bank } = running
    const partner = await onboard(bank)
    const tenant = { name: 'Corner Bank', plan: 'enterprise', domain: DOMAIN }
    const made = await callAs(bank, partner, 'POST /api/v2/partner/tenants', tenant)
    expect(made.status).toBe(201)
    const outside = { logo_url: 'https://cdn.acme.example/logo.png' }
    await callAs(bank, partner, 'PUT /api/v2/partner/config/whitelabel', outside)
    const content = square(64).toString('base64')
    const { body } = await callAs(bank, partner, 'PUT /api/v2/partner/config/logo', { content })
    const url = bank.url.replace('localhost', DOMAIN)
    const { page, context, complaints } = await visit(browser, url, 'phone')
    const problems: string[] = []
    for (const [name, path] of [
      ['console', '/'],
      ['password', '/oauth/password/forgot'],
    ] as const) {
      const logo = page.waitForResponse((response) => response.url() === url + body.data.url)
      await page.goto(url + path)
      expect((await logo).ok(), name).toBe(true)
      problems.push(...(await inspect(page, `logo-${name}`)))
    }
    expect(problems).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
