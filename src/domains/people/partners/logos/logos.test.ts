// Logos: validated by content, stored by the bank, served under their hash, and never loaded from another host.
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { readLogo } from './image.ts'
import { callAs, callInSandbox, onboard, type TestPartner } from '../test-support.ts'

let bank: Bank
let partner: TestPartner
beforeAll(async () => {
  bank = await startBank()
  partner = await onboard(bank)
})
afterAll(() => bank.stop())

const chunk = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  // Nothing here reads the checksum.
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
}

function png(width: number, height: number, ...between: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...between,
    chunk('IDAT', deflateSync(Buffer.alloc(height * (width + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const scan = Buffer.from('ffda0008010100003f00', 'hex')
  return Buffer.concat([Buffer.from('ffd8', 'hex'), frame, scan, Buffer.from('00ffd9', 'hex')])
}

function webp(kind: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(12 + body.length)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from(`WEBP${kind}`), length, body])
}
const extended = (width: number, height: number, flags = 0): Buffer => {
  const body = Buffer.alloc(10)
  body[0] = flags
  body.writeUIntLE(width - 1, 4, 3)
  body.writeUIntLE(height - 1, 7, 3)
  return webp('VP8X', body)
}
const lossless = (width: number, height: number): Buffer => {
  const body = Buffer.alloc(10)
  body[0] = 0x2f
  body.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return webp('VP8L', body)
}
const lossy = (width: number, height: number): Buffer => {
  const body = Buffer.alloc(10)
  body.set([0x9d, 0x01, 0x2a], 3)
  body.writeUInt16LE(width, 6)
  body.writeUInt16LE(height, 8)
  return webp('VP8 ', body)
}

describe('readLogo', () => {
  it.each([
    ['PNG', png(200, 50), 'image/png'],
    ['JPEG', jpeg(200, 50), 'image/jpeg'],
    ['extended WebP', extended(200, 50), 'image/webp'],
    ['lossless WebP', lossless(200, 50), 'image/webp'],
    ['lossy WebP', lossy(200, 50), 'image/webp'],
  ])('reads the size of %s', (_name, bytes, type) => {
    expect(readLogo(bytes)).toEqual({ type, width: 200, height: 50 })
  })

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG/],
    ['SVG with a head', Buffer.from('<?xml version="1.0"?><svg/>'), /SVG/],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), /SVG|PNG/],
    ['GIF', Buffer.from('GIF89a0000000000000000000000000000'), /PNG, JPEG or WebP/],
    ['what follows a PNG', Buffer.concat([png(20, 20), Buffer.from('<script>')]), /PNG/],
    ['half a PNG', png(20, 20).subarray(0, 40), /PNG/],
    ['an animation', png(20, 20, chunk('acTL', Buffer.alloc(8))), /animation/],
    ['an animated WebP', extended(20, 20, 2), /animation/],
    ['what follows a JPEG', Buffer.concat([jpeg(20, 20), Buffer.from('<')]), /PNG/],
    ['a JPEG without a frame', Buffer.from('ffd8ffda0002ffd9', 'hex'), /PNG/],
    ['a WebP of another length', Buffer.concat([lossy(20, 20), Buffer.from('x')]), /PNG/],
    ['too small', png(15, 200), /16 to 1024 pixels/],
    ['too wide', png(1025, 16), /16 to 1024 pixels/],
    ['too heavy', png(20, 20, chunk('tEXt', Buffer.alloc(65_536))), /64 KB/],
    ['nothing', Buffer.alloc(0), /PNG/],
  ])('refuses %s', (_name, bytes, sentence) => {
    expect(readLogo(bytes)).toMatch(sentence)
  })

  it('never fails, whatever is sent', () => {
    const starts = [png(20, 20), jpeg(20, 20), lossy(20, 20), extended(20, 20), lossless(20, 20)]
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.nat(60),
        fc.uint8Array({ maxLength: 40 }),
        (start, at, bytes) => {
          const broken = Buffer.concat([start.subarray(0, at), bytes, start.subarray(at + 1)])
          expect(['string', 'object']).toContain(typeof readLogo(broken))
        },
      ),
    )
  })
})

const path = '/api/v2/partner/config/logo'
const upload = (bytes: Buffer, by = partner) =>
  callAs(bank, by, `PUT ${path}`, { content: bytes.toString('base64') })
const get = (url: string, host?: string) =>
  bank.app.server.inject({ url, headers: host === undefined ? {} : { host } })

describe('partner_logo.upload', () => {
  it('is served under its hash, and shown under the host names of the tenants', async () => {
    const one = await onboard(bank)
    const domain = 'logo.example.com'
    const tenant = { name: 'Logo Bank', plan: 'enterprise', domain }
    await callAs(bank, one, 'POST /api/v2/partner/tenants', tenant)
    const outside = { logo_url: 'https://cdn.acme.example/logo.png' }
    await callAs(bank, one, 'PUT /api/v2/partner/config/whitelabel', outside)
    const bytes = png(200, 50)
    const { status, body } = await upload(bytes, one)
    expect(status).toBe(200)
    const { url } = body.data
    expect(body.data).toMatchObject({ type: 'image/png', width: 200, height: 50 })
    expect(url).toMatch(/^\/brand\/logos\/[0-9a-f]{64}$/)
    const image = await get(url)
    expect(image.rawPayload.equals(bytes)).toBe(true)
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(image.headers['content-security-policy']).toContain('sandbox')
    for (const sheet of ['/oauth/style.css', '/console/brand.css']) {
      const style = (await get(sheet, domain)).body
      expect(style).toContain(`url("${url}")`)
      expect(style).not.toContain('cdn.acme.example')
      expect((await get(sheet, 'other.example.com')).body).not.toContain('/brand/logos')
    }
    expect((await get('/console/brand.css', domain)).body).toContain('width: 128px')

    const next = (await upload(jpeg(64, 64), one)).body.data.url
    expect(next).not.toBe(url)
    expect((await get(url)).statusCode).toBe(404)
    expect((await get('/console/brand.css', domain)).body).toContain(next)
    const looks = await bank.call(`GET /api/v1/branding?domain=${domain}`)
    expect(looks.body.data.logo).toEqual({ url: next, type: 'image/jpeg', width: 64, height: 64 })

    const operator = await bank.operator()
    await bank.call(`POST /api/v1/partners/${one.id}/suspend`, {}, operator)
    expect((await get(next)).statusCode).toBe(404)
    await bank.call(`POST /api/v1/partners/${one.id}/reactivate`, {}, operator)
    expect((await callAs(bank, one, `DELETE ${path}`)).status).toBe(200)
    expect((await get(next)).statusCode).toBe(404)
    expect((await get('/console/brand.css', domain)).body).not.toContain('/brand/logos')
    expect((await callAs(bank, one, `DELETE ${path}`)).status).toBe(404)
  })

  it('changes nothing when it rejects an image', async () => {
    const kept = (await upload(png(32, 32))).body.data.url
    const wrong = ['PHN2Zy8+', 'not base64!', '', 'A'.repeat(90_000)]
    for (const content of wrong) {
      const { status, body } = await callAs(bank, partner, `PUT ${path}`, { content })
      expect(status, content.slice(0, 20)).toBe(422)
      expect(body.errors).toHaveProperty('content')
    }
    expect((await callAs(bank, partner, `GET ${path}`)).body.data.url).toBe(kept)
  })

  it('is of one environment, one partner, and a tier with white_label', async () => {
    await upload(png(32, 32))
    expect((await callInSandbox(bank, partner, `GET ${path}`)).status).toBe(404)
    expect((await callAs(bank, await onboard(bank), `GET ${path}`)).status).toBe(404)
    const small = await onboard(bank, { tier: 'starter' })
    expect((await upload(png(32, 32), small)).status).toBe(403)
    const { token } = await bank.person()
    const content = png(32, 32).toString('base64')
    expect((await bank.call(`PUT ${path}`, { content }, { token })).status).toBe(401)
  })

  it('serves no address that is not a hash', async () => {
    for (const name of ['x', '0'.repeat(64), '..%2f..%2fetc', `${'0'.repeat(63)}Z`])
      expect([404, 422], name).toContain((await get(`/brand/logos/${name}`)).statusCode)
  })
})
