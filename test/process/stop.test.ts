// How Florin stops on a signal: requests in progress are finished, no new ones are accepted, the database is closed in
// order and the exit code is 0, whichever process the signal reaches and whenever.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someOf } from '../harness/rounds.ts'
import { holdRequest, newPerson } from './calls.ts'
import { expectDatabaseAtRest, listServerPids, readHolderPid } from './database.ts'
import { type Florin, launch, start, stop } from './florin.ts'
import {
  atCleanUp,
  cleanUp,
  findOnPath,
  findPort,
  handsOver,
  machineNode,
  makeFolder,
  pinnedNode,
  waitFor,
  within,
} from './support.ts'

const pinned = [pinnedNode, 'bin/florin.js']
const machine = [machineNode, 'bin/florin.js']

const isRefused = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(false))
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code === 'ECONNREFUSED'))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.destroy())
  })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** What every orderly stop must show, with a request held open while the signal comes. */
async function expectOrderlyStop(florin: Florin, ask: () => void): Promise<void> {
  const person = newPerson()
  const held = await holdRequest(florin.url, 'POST /api/auth/register', person)
  ask()
  await waitFor('new connections to be refused', () => isRefused(florin.port))
  held.finish()
  const { status, body } = await within('the answer', held.answer)
  expect(status).toBe(201)
  expect(body.data.user.email).toBe(person.email)
  const { code, signal, stderr } = await within('the end', florin.ended)
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
  await expectDatabaseAtRest(florin.dataDir)
}

// Both parts share a folder: what was stopped while it started has left one that works.
let dataDir: string
beforeAll(async () => {
  dataDir = join(await makeFolder(), 'bank')
})
afterAll(cleanUp)

describe('a Florin that is still starting', () => {
  const hasFile = async (name: RegExp): Promise<boolean> =>
    (await readdir(dataDir).catch(() => [])).some((file) => name.test(file))

  type Moment = (florin: Florin) => Promise<boolean>
  const moments: [string, Moment][] = [
    ['makes the cluster', () => hasFile(/^postgres\.new-/)],
    [
      'migrates, at the next try',
      (florin) =>
        florin.call('GET /health/live').then(
          () => true,
          () => false,
        ),
    ],
    ['takes the data folder, at the next try', () => hasFile(/^florin\.lock$/)],
    [
      'starts the server, at the next try',
      async () => existsSync(join(dataDir, 'postgres/postmaster.pid')),
    ],
  ]

  it.each(someOf(moments, 2))(
    'ends with 0 when SIGTERM comes while it %s',
    async (_when, hasCome) => {
      const florin = launch({ dataDir, port: await findPort(), program: pinned })
      await waitFor('the moment', () => hasCome(florin))
      expect(await stop(florin)).toMatchObject({ code: 0, stderr: '' })
      expect(await listServerPids(dataDir)).toEqual([])
      const files = await readdir(dataDir)
      expect(files.filter((file) => /^(florin\.lock|postgres\.new-)/.test(file))).toEqual([])
    },
  )
})

describe('a running Florin', () => {
  it('answers requests in progress, refuses new ones and ends with 0 on SIGTERM, also when its output was never read', async () => {
    const florin = launch({ dataDir, port: await findPort(), program: pinned })
    florin.process.stdout?.destroy()
    await florin.becomeReady()
    await expectOrderlyStop(florin, () => florin.process.kill('SIGTERM'))
  })

  it('does the same on Ctrl-C, which reaches every process of the terminal at once, and writes no warning on the way', async () => {
    const florin = await start({ dataDir, program: machine })
    await expectOrderlyStop(florin, () => florin.signalGroup('SIGINT'))
    const [, afterwards = ''] = florin.screen().split('SIGINT: finishing requests and stopping')
    expect(afterwards).not.toMatch(/"level":[456]0/)
  })

  it.skipIf(findOnPath('npm') === undefined)(
    'does the same when npm start gets the signal and passes it to the launcher, as a service manager would (needs npm)',
    async () => {
      const florin = await start({
        dataDir,
        program: ['npm', '--silent'],
        env: { DRAIN_SECONDS: '1' },
      })
      const person = newPerson()
      const held = await holdRequest(florin.url, 'POST /api/auth/register', person)
      florin.process.kill('SIGTERM')
      await waitFor('new connections to be refused', () => isRefused(florin.port))
      held.finish()
      expect((await within('the answer', held.answer)).status).toBe(201)
      expect(await within('the end', florin.ended)).toMatchObject({ code: 0 })
      expect(florin.screen()).toContain('serving on for 1 s')
      await expectDatabaseAtRest(dataDir)
    },
  )

  it.skipIf(process.platform !== 'linux' || findOnPath('script') === undefined)(
    'stops when its terminal is really gone, and nothing can be written there (needs script)',
    async () => {
      const command = `exec '${pinnedNode}' bin/florin.js start`
      const program = ['script', '--quiet', '--flush', '--command', command, '/dev/null']
      const florin = await start({ dataDir, program, command: [] })
      const pid = await readHolderPid(dataDir)
      atCleanUp(async () => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
      const held = await holdRequest(florin.url, 'POST /api/auth/register', newPerson())
      florin.process.kill('SIGKILL')
      await waitFor('new connections to be refused', () => isRefused(florin.port))
      held.finish()
      expect((await within('the answer', held.answer)).status).toBe(201)
      await waitFor('Florin to end', () => !isAlive(pid))
      await expectDatabaseAtRest(dataDir)
    },
  )

  it('cuts a request off that does not end within SHUTDOWN_SECONDS, and still ends with 0, on SIGHUP, which a terminal sends to everyone in it when it is closed', async () => {
    const florin = await start({ dataDir, program: machine, env: { SHUTDOWN_SECONDS: '1' } })
    const held = await holdRequest(florin.url, 'POST /api/auth/register', newPerson())
    florin.signalGroup('SIGHUP')
    expect(await within('the end', florin.ended)).toMatchObject({
      code: 0,
      signal: null,
      stderr: '',
    })
    await expect(held.answer).rejects.toThrow()
    await expectDatabaseAtRest(dataDir)
  })

  it('ends at once, with 1, on a second signal, and ends the database too', async () => {
    const florin = await start({ dataDir, program: pinned, env: { SHUTDOWN_SECONDS: '600' } })
    await holdRequest(florin.url, 'POST /api/auth/register', newPerson())
    let ended = false
    void florin.ended.then(() => (ended = true))
    let askedAt = -Infinity
    await waitFor('the end', () => {
      if (!ended && performance.now() - askedAt > 400) {
        askedAt = performance.now()
        florin.process.kill('SIGINT')
      }
      return ended
    })
    expect(await florin.ended).toMatchObject({ code: 1, stderr: '' })
    await waitFor('the database to end', async () => (await listServerPids(dataDir)).length === 0)
  })

  it.skipIf(!handsOver)(
    'notices that the Node that handed over to it was killed (needs a Node before 24)',
    async () => {
      const florin = await start({ dataDir, program: machine })
      const pid = await readHolderPid(dataDir)
      expect(pid).not.toBe(florin.pid)
      florin.process.kill('SIGKILL')
      await within('the pipes to close', florin.ended)
      await waitFor('Florin to end', () => !isAlive(pid))
      await expectDatabaseAtRest(dataDir)
    },
  )
})
