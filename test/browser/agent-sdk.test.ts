// The agent SDK, compiled as its package is, in a real browser: it loads there, makes its key and signs.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findBrowser, useBrowser } from './browser.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const found = await findBrowser()

it.skipIf(!found)('loads in a browser and makes its key there (needs Chromium)', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'florin-sdk-'))
  const compiler = join(checkout, 'node_modules/.bin/tsc')
  await promisify(execFile)(compiler, ['-p', join(checkout, 'sdk/agent'), '--outDir', dist])
  const asked: unknown[] = []
  // A bank that only records the requests: a real one is called in test/docs.
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        asked.push(JSON.parse(body))
        response.end(JSON.stringify({ data: { did: 'did:x', challenge: 'c', session_token: 's' } }))
      })
    } else if (request.url === '/') {
      response.setHeader('Content-Type', 'text/html').end('<title>Empty</title>')
    } else {
      response.setHeader('Content-Type', 'text/javascript')
      readFile(join(dist, request.url!.slice(1))).then(
        (code) => response.end(code),
        () => response.writeHead(404).end(),
      )
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const browser = await useBrowser(found!)
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(url)
    const did = await page.evaluate(`import('/index.js').then(async ({ Agent }) => {
      const agent = await Agent.register(location.origin, 't', { name: 'A', type: 'service' })
      return agent.did
    })`)
    expect(did).toBe('did:x')
    expect(asked).toMatchObject([
      { name: 'A', public_key: { kty: 'OKP', crv: 'Ed25519' } },
      { did: 'did:x' },
      { did: 'did:x', challenge: 'c', signature: expect.stringMatching(/^[\w+/]{86}==$/) },
    ])
  } finally {
    await browser.close()
    server.close()
    await rm(dist, { recursive: true })
  }
})
