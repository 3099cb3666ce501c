// The first minutes of somebody who just got Florin: start it, read the screen, make the first call,
// stop it, start it again and find everything as it was.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from './calls.ts'
import { expectDatabaseAtRest } from './database.ts'
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

describe('from an empty folder', () => {
  let dataDir: string
  let operator: { email: string; password: string }
  beforeAll(async () => {
    dataDir = join(await makeFolder(), 'bank')
  })
  afterAll(cleanUp)

  let florin: Florin

  it("comes up through the machine's own Node and says on the screen where everything is", async () => {
    florin = launch({ dataDir, port: await findPort(), program: [machineNode, 'bin/florin.js'] })
    await florin.becomeReady()
    const screen = await florin.showScreen()
    expect(screen).toMatch(/Florin is ready \(\d+\.\d s, \d+ migrations applied\)/)
    expect(readRow(screen, 'API')).toBe(`${florin.url}/api/v2`)
    expect(readRow(screen, 'Reference')).toBe(`${florin.url}/api/docs`)
    expect(readRow(screen, 'Console')).toBe(`${florin.url}/`)
    expect(readRow(screen, 'Database')).toBe(`embedded PostgreSQL in ${dataDir}`)
    expect(readRow(screen, 'Mode')).toBe(
      'sandbox: providers outside the bank are simulated (docs/modes.md)',
    )
    operator = readOperator(screen)
  })

  it('serves every address of the screen', async () => {
    const paths = ['/api/docs', '/', '/api/v2', '/health/live', '/health/ready']
    const answers = await Promise.all(paths.map((path) => florin.call(`GET ${path}`)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  })

  it('lets the operator in with the password of the screen', async () => {
    const { status, body } = await florin.call('POST /api/auth/login', operator)
    expect(status).toBe(200)
    expect(body.data.user.roles).toContain('admin')
  })

  it.skipIf(findOnPath('curl') === undefined)(
    'answers the first call when it is pasted into a shell (needs curl)',
    async () => {
      const pasted = /The first call:\n\n([\s\S]+?)\n\n/.exec(florin.screen())![1]!
      const { stdout } = await run('sh', ['-c', pasted], { cwd: '/' })
      const { success, data } = JSON.parse(stdout)
      expect(success).toBe(true)
      expect(data.user.email).toBe('ada@example.com')
      expect(
        (await florin.call('GET /api/auth/user', undefined, { token: data.access_token })).status,
      ).toBe(200)
    },
  )

  it('has the same people and no new password at the second start, through the pinned Node', async () => {
    const person = newPerson()
    expect((await florin.call('POST /api/auth/register', person)).status).toBe(201)
    expect(await stop(florin)).toMatchObject({ code: 0, stderr: '' })

    florin = await start({ dataDir, program: [pinnedNode, 'bin/florin.js'] })
    const screen = await florin.showScreen()
    expect(screen).toMatch(/Florin is ready \(\d+\.\d s\)/)
    expect(screen).not.toContain('Operator')
    for (const { email, password } of [person, operator]) {
      expect((await florin.call('POST /api/auth/login', { email, password })).status).toBe(200)
    }
    expect(await stop(florin)).toMatchObject({ code: 0, stderr: '' })
    await expectDatabaseAtRest(dataDir)
  })
})

describe('npm start', () => {
  afterEach(cleanUp)

  it.skipIf(findOnPath('npm') === undefined)(
    'comes up from an empty folder, and Ctrl-C stops it with exit code 0 (needs npm)',
    async () => {
      const dataDir = await makeFolder()
      const florin = await start({ dataDir, program: ['npm'] })
      expect(readOperator(await florin.showScreen()).password.length).toBeGreaterThan(16)
      // A terminal sends the signal to everyone in it, and npm passes it on as well.
      florin.signalGroup('SIGINT')
      expect(await within('npm to end', florin.ended)).toMatchObject({ code: 0 })
      await expectDatabaseAtRest(dataDir)
    },
  )
})

describe('two at once', () => {
  afterEach(cleanUp)

  it('run side by side with a PORT and a DATA_DIR each, and keep their people apart', async () => {
    const folder = await makeFolder()
    const [first, second] = await Promise.all(
      ['one', 'two'].map((name) => start({ dataDir: join(folder, name) })),
    )
    const person = newPerson()
    expect((await first!.call('POST /api/auth/register', person)).status).toBe(201)
    const { email, password } = person
    expect((await first!.call('POST /api/auth/login', { email, password })).status).toBe(200)
    expect((await second!.call('POST /api/auth/login', { email, password })).status).toBe(401)
    expect(await stop(first!)).toMatchObject({ code: 0 })
    expect((await second!.call('GET /health/ready')).status).toBe(200)

    // A folder in use is refused, and its owner does not notice.
    const third = launch({ dataDir: second!.dataDir, port: await findPort() })
    const refusal = await within('the third to end', third.ended)
    expect(refusal.code).toBe(1)
    expect(refusal.stderr).toMatch(
      new RegExp(`^florin: .*${second!.dataDir}.* in use .*pid ${second!.pid}\\b.*\\.\\n$`),
    )
    expect((await second!.call('POST /api/auth/register', newPerson())).status).toBe(201)
  })
})
