// A user connects the official client in a real browser, with the consent page without scripts, and the client calls a
// tool for the user.
import { createServer, type Server } from 'node:http'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RememberingProvider } from '../../src/domains/assistant/agent-tools/test-support.ts'
import { type Bank, startBank } from '../harness/bank.ts'
import { findBrowser, type TestBrowser, useBrowser } from './browser.ts'

const found = await findBrowser()

describe.skipIf(!found)('in a real browser (needs Chromium)', () => {
  let bank: Bank
  let browser: TestBrowser
  let program: Server
  beforeAll(async () => {
    ;[bank, browser] = await Promise.all([startBank(), useBrowser(found!)])
    program = createServer((_request, response) => response.end('<h1>Connected</h1>'))
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await Promise.all([bank.stop(), browser.close()])
    program.close()
  })

  it('the official client gets the scopes that the user ticks', async () => {
    const person = await bank.person()
    const { port } = program.address() as { port: number }
    const provider = new RememberingProvider(
      `http://127.0.0.1:${port}/callback`,
      'accounts:read payments:write',
    )
    const connect = () =>
      new StreamableHTTPClientTransport(new URL(`${bank.url}/mcp`), { authProvider: provider })
    const transport = connect()
    const stranger = new Client({ name: 'test', version: '1.0.0' })
    await expect(stranger.connect(transport)).rejects.toThrow(UnauthorizedError)

    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(provider.sentTo!.href)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Connect Household agent?' }).waitFor()
    await page.getByRole('checkbox', { name: 'Send payments' }).uncheck()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Connected' }).waitFor()
    await transport.finishAuth(new URL(page.url()).searchParams.get('code')!)

    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(connect())
    const { tools } = await client.listTools()
    // It asked for all that there is, and was refused one thing.
    const names = tools.map((tool) => tool.name)
    expect(names).toHaveLength(13)
    expect(names).not.toContain('payment.transfer')
    const accounts = await bank.call('GET /api/accounts', undefined, person)
    const result = await client.callTool({
      name: 'account.balance',
      arguments: { account_uuid: accounts.body.data[0].uuid },
    })
    expect(result.isError).toBe(false)
  })
})
