// The public conformance suite of the protocol against our endpoint. Most of its scenarios ask for tools,
// prompts and streams that only a server made for the suite has; those are listed with their reasons.
import { execFile } from 'node:child_process'
import { createServer, request as send, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyScope } from '../../src/domains/assistant/agent-tools/test-support.ts'
import { authorize } from '../../src/domains/people/oauth/test-support.ts'
import { describeClient, versionOf } from '../clients/client.ts'
import { type Bank, startBank } from '../harness/bank.ts'

const applies = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'dns-rebinding-protection',
]

const FIXTURE = 'calls a tool or reads a resource that only a server made for the suite has'
const NO_PROMPTS = 'the bank offers no prompts, and does not say it does'
const NO_STREAM = 'the endpoint keeps no session and opens no stream: one request, one JSON answer'
const NOT_OFFERED = 'an optional capability that the bank does not declare'

const doesNotApply: Readonly<Record<string, string>> = {
  'logging-set-level': NOT_OFFERED,
  'completion-complete': NOT_OFFERED,
  'tools-call-simple-text': FIXTURE,
  'tools-call-image': FIXTURE,
  'tools-call-audio': FIXTURE,
  'tools-call-embedded-resource': FIXTURE,
  'tools-call-mixed-content': FIXTURE,
  'tools-call-with-logging': FIXTURE,
  'tools-call-error': FIXTURE,
  'tools-call-with-progress': FIXTURE,
  'tools-call-sampling': FIXTURE,
  'tools-call-elicitation': FIXTURE,
  'json-schema-2020-12': FIXTURE,
  'elicitation-sep1034-defaults': FIXTURE,
  'elicitation-sep1330-enums': FIXTURE,
  'server-sse-polling': NO_STREAM,
  'server-sse-multiple-streams': NO_STREAM,
  'resources-read-text': FIXTURE,
  'resources-read-binary': FIXTURE,
  'resources-templates-read': FIXTURE,
  'resources-subscribe': NOT_OFFERED,
  'resources-unsubscribe': NOT_OFFERED,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
}

const name = '@modelcontextprotocol/conformance'
const suite = { client: name, version: versionOf(name, import.meta.url), part: 'tools (MCP)' }

let bank: Bank
let endpoint: Server
beforeAll(async () => {
  bank = await startBank()
  const { access_token } = await authorize(bank, await bank.person(), { scopes: everyScope })
  endpoint = await openEndpoint(bank.url, access_token)
})
afterAll(async () => {
  endpoint.close()
  await bank.stop()
})

/** The suite cannot send a bearer: this proxy adds one and changes nothing else. */
async function openEndpoint(url: string, token: string): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const outgoing = send(
      url + incoming.url,
      { method: incoming.method, headers, setHost: false },
      (response) => {
        answer.writeHead(response.statusCode!, response.headers)
        response.pipe(answer)
      },
    )
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const program = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

const run = (...given: string[]): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...given], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr }),
    )
  })

describeClient(suite, () => {
  it('has no scenario that is neither run nor explained', async () => {
    const { text } = await run('list', '--server')
    const names = [...text.matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1]!)
    expect(names.length).toBeGreaterThan(20)
    expect(names.toSorted()).toEqual([...applies, ...Object.keys(doesNotApply)].toSorted())
  })

  it.each(applies)('%s', async (scenario) => {
    const { port } = endpoint.address() as { port: number }
    const url = `http://127.0.0.1:${port}/mcp`
    const { code, text } = await run('server', '--url', url, '--scenario', scenario)
    expect(code, text).toBe(0)
    expect(text).toMatch(/Passed: (\d+)\/\1, 0 failed/)
  })
})
