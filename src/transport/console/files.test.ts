// The files of the console over HTTP: which are cached, which are compressed, which paths are pages, and that no
// other path of the bank becomes one.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../test/harness/bank.ts'

let bank: Bank
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-console-'))
  await mkdir(join(folder, 'assets'))
  const files = {
    'build.json': JSON.stringify({
      pages: ['accounts', 'sign-in'],
      assets: ['main-AbCd1234.js', 'icon.svg'],
    }),
    'index.html': '<title>Plain</title>',
    'index.html.br': 'brotli',
    'index.html.gz': 'gzip',
    'assets/main-AbCd1234.js': 'plain script',
    'assets/main-AbCd1234.js.br': 'brotli script',
    'assets/main-AbCd1234.js.gz': 'gzip script',
    'assets/icon.svg': '<svg/>',
    'assets/secret.txt': 'not listed',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  bank = await startBank({ consoleFolder: folder })
})
afterAll(async () => {
  await bank.stop()
  await rm(folder, { recursive: true })
})

/** Without decoding, because the test content is not really compressed. */
const get = (path: string, encoding = 'identity') =>
  bank.app.server.inject({ url: path, headers: { 'accept-encoding': encoding } })

describe('pages', () => {
  it.each(['/', '/accounts', '/accounts/', '/accounts/0199/x?tab=1', '/sign-in'])(
    '%s is the document, revalidated each time',
    async (path) => {
      const { statusCode, headers, body } = await get(path)
      expect(statusCode).toBe(200)
      expect(body).toBe('<title>Plain</title>')
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-type']).toContain('text/html')
    },
  )

  it('carry a policy that allows nothing inline and nothing from elsewhere', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('http')
  })

  it.each([
    '/nothing',
    '/accountsx',
    '/api/nothing',
    '/api/accounts/x/y/z',
    '/oauth/x',
    '/console/x',
  ])('%s is still not found', async (path) => {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(404)
    expect(JSON.parse(body).error.code).toBe('NOT_FOUND')
  })

  it.each([
    ['/nothing', true],
    ['/accountsx?tab=1', true],
    ['/api/nothing', false],
    ['/console/x', false],
    ['/assets/x.js', false],
  ])('%s, opened in a browser, is shown by the console: %s', async (url, isShown) => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const { statusCode, body } = await bank.app.server.inject({ url, headers })
    expect(statusCode).toBe(404)
    expect(body === '<title>Plain</title>').toBe(isShown)
  })

  it.each(['/health/live', '/.well-known/oauth-authorization-server', '/api/openapi.json'])(
    '%s answers as before',
    async (path) => {
      const { statusCode, headers } = await get(path)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toContain('json')
    },
  )

  it('are read only', async () => {
    const { statusCode, headers } = await bank.app.server.inject({
      method: 'POST',
      url: '/accounts',
    })
    expect(statusCode).toBe(405)
    expect(headers.allow).toBe('GET, HEAD')
  })
})

describe('files', () => {
  it.each([
    ['br, gzip', 'br', 'brotli script'],
    ['gzip', 'gzip', 'gzip script'],
    ['identity', undefined, 'plain script'],
  ])('for %s are sent as %s and kept for ever', async (accepted, encoding, content) => {
    const { headers, body } = await get('/assets/main-AbCd1234.js', accepted)
    expect(body).toBe(content)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toBe('Accept-Encoding')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('without a hash in their name are kept for an hour', async () => {
    expect((await get('/assets/icon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  it.each([
    'secret.txt',
    '..%2Fbuild.json',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'main-AbCd1234.js.br',
  ])('are only those of the build: not %s', async (name) =>
    expect((await get(`/assets/${name}`)).statusCode).toBe(404),
  )
})

it('a bank without a console says so at /', async () => {
  const bare = await startBank()
  const { status, body } = await bare.call('GET /')
  expect(status).toBe(200)
  expect(body).toContain('npm run build')
  expect((await bare.call('GET /accounts')).status).toBe(404)
  await bare.stop()
})
