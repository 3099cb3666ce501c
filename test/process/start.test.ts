// The first minutes of a new user of Florin: start it, read the screen, make the first call, stop it, start it again
// and find everything as it was.
import { createServer } from 'node:net'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOFTWARE_VERSION } from '../../src/kernel/version.ts'
import { newPerson } from './calls.ts'
import { expectDatabaseAtRest, readHolderPid } from './database.ts'
import { type Florin, launch, start, stop } from './florin.ts'
import {
  cleanUp,
  findOnPath,
  findPort,
  machineNode,
  makeFolder,
  pinnedNode,
  within,
} from './support.ts'

const run = promisify(execFile)

const readRow = (screen: string, name: string): string | undefined =>
  new RegExp(`^ {4}${name} +(.+)$`, 'm').exec(screen)?.[1]

const readOperator = (screen: string) => {
  const [email = '', password = ''] = readRow(screen, 'Operator')?.split(/\s+/) ?? []
  return { email, password }
}

let folder: string
let first: Florin
let second: Florin
let operator: { email: string; password: string }
const ada = newPerson()

beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(cleanUp)

/** Whether this machine has the second loopback address. */
const hasIpv6 = (): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(0, '::1', () => probe.close(() => resolve(true)))
  })

describe('two at once, each from an empty folder', () => {
  it("come up through the machine's own Node and through npm, where there is one, and say on the screen where everything is", async () => {
    const npm = findOnPath('npm') === undefined ? [machineNode, 'bin/florin.js'] : ['npm']
    const begin = async (name: string, program: readonly string[]): Promise<Florin> => {
      const florin = launch({ dataDir: join(folder, name), port: await findPort(), program })
      await florin.becomeReady()
      return florin
    }
    const both = [begin('one', [machineNode, 'bin/florin.js']), begin('two', npm)] as const
    ;[first, second] = await Promise.all(both)
    for (const florin of [first, second]) {
      const screen = await florin.showScreen()
      expect(screen).toMatch(/Florin is ready \(\d+\.\d s, \d+ migrations applied\)/)
      expect(readRow(screen, 'Version')).toBe(SOFTWARE_VERSION)
      expect(readRow(screen, 'API')).toBe(`${florin.url}/api/v2`)
      expect(readRow(screen, 'Reference')).toBe(`${florin.url}/api/docs`)
      expect(readRow(screen, 'Console')).toBe(`${florin.url}/`)
      expect(readRow(screen, 'Database')).toBe(`embedded PostgreSQL in ${florin.dataDir}`)
      expect(readRow(screen, 'Mode')).toBe(
        'sandbox: external providers are simulated (docs/modes.md)',
      )
      expect(readOperator(screen).password.length).toBeGreaterThan(16)
    }
    operator = readOperator(first.screen())
  })

  it('serve every address of the screen', async () => {
    const paths = ['/api/docs', '/', '/api/v2', '/health/live', '/health/ready']
    const answers = await Promise.all(paths.map((path) => first.call(`GET ${path}`)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  })

  it('is reached by every address of localhost, because some clients try only one', async () => {
    const addresses = ['127.0.0.1', ...((await hasIpv6()) ? ['[::1]'] : [])]
    for (const address of addresses) {
      const { status } = await fetch(`http://${address}:${first.port}/api/v2`)
      expect(status, address).toBe(200)
    }
  })

  it('let the operator in with the password of the screen', async () => {
    const { status, body } = await first.call('POST /api/auth/login', operator)
    expect(status).toBe(200)
    expect(body.data.user.roles).toContain('admin')
  })

  it.skipIf(findOnPath('curl') === undefined)(
    'answer the first call when it is pasted into a shell (needs curl)',
    async () => {
      const pasted = /The first call:\n\n([\s\S]+?)\n\n/.exec(first.screen())![1]!
      const { stdout } = await run('sh', ['-c', pasted], { cwd: '/' })
      const { success, data } = JSON.parse(stdout)
      expect(success).toBe(true)
      expect(data.user.email).toBe('ada@example.com')
      expect(
        (await first.call('GET /api/auth/user', undefined, { token: data.access_token })).status,
      ).toBe(200)
    },
  )

  it('keep their users apart, and one goes on when the other stops', async () => {
    expect((await first.call('POST /api/auth/register', ada)).status).toBe(201)
    const { email, password } = ada
    expect((await first.call('POST /api/auth/login', { email, password })).status).toBe(200)
    expect((await second.call('POST /api/auth/login', { email, password })).status).toBe(401)
    expect(await stop(first)).toMatchObject({ code: 0, stderr: '' })
    expect((await second.call('GET /health/ready')).status).toBe(200)
  })

  it('refuse a third on a folder in use, whose owner does not notice', async () => {
    const { dataDir } = second
    const third = launch({ dataDir, port: await findPort() })
    const refusal = await within('the third to end', third.ended)
    expect(refusal.code).toBe(1)
    const holder = await readHolderPid(dataDir)
    expect(refusal.stderr).toMatch(
      new RegExp(`^florin: .*${dataDir}.* in use .*pid ${holder}\\b.*\\.\\n$`),
    )
    expect((await second.call('POST /api/auth/register', newPerson())).status).toBe(201)
  })
})

describe('afterwards', () => {
  it('Ctrl-C stops what npm started with exit code 0', async () => {
    // A terminal sends the signal to everyone in it, and npm passes it on as well.
    second.signalGroup('SIGINT')
    expect(await within('npm to end', second.ended)).toMatchObject({ code: 0 })
    await expectDatabaseAtRest(second.dataDir)
  })

  it('the second start, through the pinned Node, has the same users and no new password', async () => {
    const { dataDir } = first
    const florin = await start({ dataDir, program: [pinnedNode, 'bin/florin.js'] })
    const screen = await florin.showScreen()
    expect(screen).toMatch(/Florin is ready \(\d+\.\d s\)/)
    expect(screen).not.toContain('Operator')
    for (const { email, password } of [ada, operator]) {
      expect((await florin.call('POST /api/auth/login', { email, password })).status).toBe(200)
    }
    expect(await stop(florin)).toMatchObject({ code: 0, stderr: '' })
    await expectDatabaseAtRest(dataDir)
  })
})
