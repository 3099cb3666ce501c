// Three nodes on one database, of which one writes for all, while that one is killed, stopped and replaced at random
// moments. Nothing acknowledged may be lost, nothing may happen twice, and service goes on.
// WRITER_SEED=… repeats the choices, though not the moments they meet.
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../harness/rounds.ts'
import type { Sql } from '../simulation/invariants.ts'
import type { Florin } from './florin.ts'
import { checkBooks, Load, makeRandom, setStage } from './ledger-load.ts'
import { startSharedDatabase } from './shared-nodes.ts'
import { cleanUp, waitFor, within } from './support.ts'

const given = process.env.WRITER_SEED
const seed = given === undefined ? randomInt(2 ** 31) : Number(given)
process.stdout.write(`writer seed: ${seed} (WRITER_SEED=${seed} runs it again)\n`)

/** What happens to the writer in each round. */
const ROUNDS = [
  ...Array.from({ length: rounds(1, 12) }, () => 'kill' as const),
  ...Array.from({ length: rounds(1, 8) }, () => 'stop for a while' as const),
  ...Array.from({ length: rounds(1, 4) }, () => 'end in order' as const),
  ...Array.from({ length: rounds(2, 16) }, () => 'cut off from the election' as const),
  ...Array.from({ length: rounds(2, 10) }, () => 'cut off from the ledger' as const),
]

let sql: Sql
let begin: (name: string) => Promise<Florin>
const nodes = new Map<string, Florin>()
/** Nodes that come up again, meanwhile the others go on. */
const returning = new Set<Promise<unknown>>()

function bringBack(name: string): void {
  const coming: Promise<unknown> = begin(name).then(() => returning.delete(coming))
  // Reported by the code that waits for the nodes.
  coming.catch(() => {})
  returning.add(coming)
}

beforeAll(async () => {
  const database = await startSharedDatabase()
  ;({ sql } = database)
  begin = async (name) => {
    const node = await database.begin(name)
    nodes.set(name, node)
    return node
  }
  await begin('one')
  await Promise.all([begin('two'), begin('three')])
})
afterAll(cleanUp)

/** The name of the writer, as the nodes themselves read it. */
async function findWriter(): Promise<string> {
  const [elected] = await sql<{ node: string }>('select node from platform.writer')
  const pid = Number(elected?.node.split('/')[1])
  const found = [...nodes].find(([, node]) => node.pid === pid)
  if (!found) throw new Error(`the writer ${elected?.node} is none of the nodes`)
  return found[0]
}

/** A node that forwards to the writer. */
async function findForwarder(): Promise<Florin | undefined> {
  const links = await sql<{ door: string }>(
    'select l.door from platform.links l join platform.writer w on w.node = l.writer',
  )
  const pids = links.map(({ door }) => Number(door.split('/')[1]))
  return [...nodes.values()].find(({ pid }) => pids.includes(pid))
}

/** Waits for a writer among the nodes that serve; if there is none, shows what the nodes read. */
async function waitForWriter(): Promise<void> {
  try {
    await waitFor('a writer', isWriterAlive)
  } catch (error) {
    const state = {
      nodes: Object.fromEntries([...nodes].map(([name, { pid }]) => [name, pid])),
      returning: returning.size,
      writer: await sql('select * from platform.writer'),
      links: await sql('select * from platform.links'),
      sessions: await sql(
        `select a.pid, a.state, now() - a.state_change as since, l.granted
         from pg_stat_activity a left join pg_locks l on l.pid = a.pid and l.locktype = 'advisory'
         where a.application_name = 'florin election' and a.datname = current_database()`,
      ),
    }
    throw new Error(JSON.stringify(state, undefined, 2), { cause: error })
  }
}

const endSession = (application: string): Promise<unknown> =>
  sql(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and a.application_name = $1 and a.datname = current_database()
     union all
     select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and $1 = 'florin ledger' and datname = current_database()`,
    [application],
  )

const harm = {
  async kill(name: string): Promise<void> {
    nodes.get(name)!.signalGroup('SIGKILL')
    nodes.delete(name)
    await waitForWriter()
    bringBack(name)
  },
  async 'stop for a while'(name: string): Promise<void> {
    const node = nodes.get(name)!
    nodes.delete(name)
    node.signalGroup('SIGSTOP')
    await waitForWriter()
    node.signalGroup('SIGCONT')
    nodes.set(name, node)
  },
  async 'end in order'(name: string): Promise<void> {
    const node = nodes.get(name)!
    nodes.delete(name)
    node.process.kill('SIGTERM')
    await within('the end of the writer', node.ended)
    bringBack(name)
  },
  'cut off from the election': () => endSession('florin election'),
  'cut off from the ledger': () => endSession('florin ledger'),
}

/** Whether the node that is elected is one of those that serve. */
const isWriterAlive = (): Promise<boolean> =>
  findWriter().then(
    () => true,
    () => false,
  )

describe('one writer, and nodes that forward to it', () => {
  it('keep their word whatever happens to the writer', async () => {
    const random = makeRandom(seed)
    const stage = await setStage(nodes.get('two')!.url, 8)
    const urls = () => [...nodes.values()].map(({ url }) => url)
    const load = new Load({ urls, stage, clients: rounds(4, 9), random })
    const order = ROUNDS.map((what) => ({ what, at: random() })).toSorted((a, b) => a.at - b.at)
    for (const { what } of order) {
      await delay(random() * 200)
      // There is always a second node, which takes over.
      if (nodes.size < 2) await Promise.all(returning)
      await waitForWriter()
      const before = load.sent.length
      const harming = harm[what](await findWriter())
      // Service goes on while one of them is still down.
      await waitFor(`answers after: ${what}`, () => load.sent.length > before + 20)
      await harming
    }
    await within('every request to be answered', load.end())
    await Promise.all(returning)
    const { accepted } = await checkBooks(load, stage, nodes.get('three')!.url, sql)
    expect(load.sent.length).toBeGreaterThan(20 * ROUNDS.length)
    // The others wanted more money than there was.
    expect(accepted).toBeGreaterThan(load.sent.length / 4)
  })

  it('serve again after the writer was killed, and while it is stopped', async () => {
    const { token, accounts } = await setStage(nodes.get('one')!.url, 2)
    const [from_account, to_account] = accounts
    const body = { from_account, to_account, amount: '0.01', asset_code: 'USD' }
    const pay = (node: Florin) => node.call('POST /api/v2/transfers', body, { token })
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
      await waitForWriter()
      const victim = nodes.get(await findWriter())!
      const forwarder = await waitFor('a node that forwards to the writer', findForwarder)
      expect((await pay(forwarder)).status).toBe(201)
      victim.signalGroup(signal)
      const since = performance.now()
      let last = await pay(forwarder)
      while (last.status !== 201) last = await pay(forwarder)
      // The time is printed, not asserted: two seconds are the target on an idle machine.
      const waited = Math.round(performance.now() - since)
      process.stdout.write(`service went on ${waited} ms after ${signal}\n`)
      if (signal === 'SIGSTOP') {
        victim.signalGroup('SIGCONT')
        await waitFor(
          'the stopped one to serve again',
          async () => (await pay(victim)).status === 201,
        )
      }
    }
  })
})
