// The official client from nothing to a tool's answer: it discovers where to register, registers, sends
// the user to the consent page, and comes back with a token; later it renews it.
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeClient, versionOf } from '../../../../test/clients/client.ts'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { Browser, REDIRECT_URI } from '../../people/oauth/test-support.ts'
import { RememberingProvider } from './test-support.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

/** Acts as the user in the browser with plain forms, and returns the code that the client receives. */
async function consent(url: URL, person: Person): Promise<string> {
  const browser = new Browser(bank.url)
  const start = await browser.open(url.href)
  const page = await browser.submit(start, { email: person.email, password: person.password })
  const end = await browser.submit(page, { decision: 'approve', mcp_daily_limit_minor: '5000' })
  return new URL(end.url).searchParams.get('code')!
}

const makeTransport = (address: string, provider: RememberingProvider) =>
  new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { authProvider: provider })

const open = async (address: string, provider: RememberingProvider): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(makeTransport(address, provider))
  return client
}

const official = {
  client: '@modelcontextprotocol/sdk',
  version: versionOf('@modelcontextprotocol/sdk', import.meta.url),
  part: 'tools (MCP)',
}

describeClient(official, () => {
  // The client compares the address of the resource with the one that it was given.
  it.each(['localhost', '127.0.0.1'])(
    'connects to %s by itself, and renews its token after it has expired',
    async (name) => {
      const address = bank.url.replace('localhost', name)
      const person = await bank.person()
      const provider = new RememberingProvider(REDIRECT_URI, 'accounts:read payments:write')
      const transport = makeTransport(address, provider)
      const client = new Client({ name: 'test', version: '1.0.0' })
      await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError)
      expect(provider.clientInformation()?.client_id).toMatch(/^fcl_/)
      const asked = provider.sentTo!
      expect(asked.pathname).toBe('/oauth/authorize')
      expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
      expect(asked.searchParams.get('resource')).toBe(`${address}/mcp`)
      await transport.finishAuth(await consent(asked, person))
      const first = provider.tokens()!.access_token

      const connected = await open(address, provider)
      const { tools } = await connected.listTools()
      expect(tools.map((tool) => tool.name)).toContain('account.balance')
      const { contents } = await connected.readResource({ uri: 'account://profile' })
      expect((contents[0] as { text: string }).text).toContain(person.uuid)

      bank.clock.advance(3_700)
      const later = await open(address, provider)
      expect((await later.listTools()).tools.length).toBe(tools.length)
      expect(provider.tokens()!.access_token).not.toBe(first)
    },
  )
})
