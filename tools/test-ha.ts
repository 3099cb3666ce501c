// `npm run test:ha`: a bank of two nodes in production on a cluster of three PostgreSQL, etcd and a proxy, all on this
// machine, from the files in deploy/patroni. While clients move money, machines fail one after another. In the end, no
// transfer that was acknowledged may be lost or have happened twice, and no failure may have silenced the bank for longer
// than the lease of the primary and 3 s (`more` in phases.ts says where it is longer). It takes about six minutes, on a
// machine that does nothing else: a busy one needs longer for each step of a failover, and that is reported as a failure.
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atCleanUp, checkout, cleanUp, waitFor } from '../test/process/support.ts'
import { Node, OPERATOR } from './ha/banks.ts'
import { compare } from './ha/books.ts'
import { Client, EventReader } from './ha/client.ts'
import { Cluster, findMissing, prepare } from './ha/machines.ts'
import { Payments } from './ha/payments.ts'
import { phases } from './ha/phases.ts'

const SKIPPED = 77
const ACCOUNTS = 6
const OPENING_CENTS = 1_000_000
/** Between two phases, so that each begins with a bank that works. */
const CALM_MS = 3_000
/** What there is besides the lease: the promotion, the checks of the proxy, and the retry of a client. */
const GRACE_MS = 3_000

const startedAt = performance.now()
const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(5)
const say = (text: string): void =>
  void process.stdout.write(`${seconds(performance.now() - startedAt)} s  ${text}\n`)

async function test(): Promise<boolean> {
  const common = await prepare()
  const limitMs = common.ttlSeconds * 1000 + GRACE_MS
  say('starting etcd, Patroni and PostgreSQL three times, and HAProxy')
  const cluster = new Cluster(common)
  keepLogs(common.folder)
  await cluster.start()
  await cluster.query(
    `create role florin login password '${common.values.FLORIN_PASSWORD}'`,
    [],
    'postgres',
  )
  await cluster.query('create database florin owner florin', [], 'postgres')
  say('starting two nodes of the bank')
  const nodes = cluster.machines.slice(0, 2).map((machine) => new Node(common, machine))
  for (const node of nodes) await node.start()

  const authority = readFileSync(join(common.folder, 'tls/ca.crt'))
  const client = new Client(Number(common.values.PUBLIC_PORT), authority)
  client.token = (await client.demand('POST', '/api/auth/login', OPERATOR)).access_token
  const accounts: string[] = []
  for (let i = 1; i <= ACCOUNTS; i++) {
    const account = { name: `Account ${i}`, initial_balance: OPENING_CENTS }
    accounts.push((await client.demand('POST', '/api/v2/accounts', account)).data.uuid)
  }
  const reader = new EventReader(client)
  const payments = new Payments(client, accounts)
  await delay(CALM_MS)

  const silences: { readonly name: string; readonly ms: number; readonly maxMs: number }[] = []
  for (const phase of phases) {
    say(phase.name)
    const before = payments.acknowledged.length
    payments.takeSilence()
    const bringBack = await phase.harm({ cluster, nodes })
    await waitForMore(payments)
    say('  … the bank goes on; bringing back what failed')
    await bringBack()
    await cluster.becomeWhole()
    await delay(CALM_MS)
    const ms = payments.takeSilence()
    silences.push({ name: phase.name, ms, maxMs: limitMs + (phase.more?.ms ?? 0) })
    say(
      `  … silent for ${(ms / 1000).toFixed(1)} s at most, ${payments.acknowledged.length - before} acknowledged`,
    )
  }

  say('comparing')
  await payments.end()
  await reader.stop()
  const subject = { cluster, client, payments, reader, accounts, openingCents: OPENING_CENTS }
  const { acknowledged, refused, lost, twice, problems } = await compare(subject)
  client.close()
  const late = silences.filter(({ ms, maxMs }) => ms > maxMs)
  const lines = [
    '',
    `acknowledged  ${acknowledged}`,
    `refused       ${refused}`,
    `lost          ${lost}`,
    `twice         ${twice}`,
    `events        ${reader.ids.size}`,
    '',
    'longest silence, and how long it may be',
    ...silences.map(({ name, ms, maxMs }) => `${seconds(ms)} s  ${seconds(maxMs)} s  ${name}`),
    ...late.map(({ name }) => `too long: ${name}`),
    ...problems.slice(0, 20).map((problem) => `problem: ${problem}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return lost + twice + problems.length + late.length === 0 && acknowledged > 0 && refused > 0
}

async function waitForMore(payments: Payments): Promise<void> {
  const before = payments.acknowledged.length
  await waitFor(
    'transfers to be acknowledged again',
    () => payments.acknowledged.length > before + 20,
  )
}

/** The last thing before the folder is deleted. */
function keepLogs(folder: string): void {
  const kept = join(checkout, 'dist/ha-logs')
  atCleanUp(async () => {
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.log')))
      cpSync(join(folder, name), join(kept, name), { recursive: true })
    process.stdout.write('logs are in dist/ha-logs\n')
  })
}

const missing = findMissing()
if (process.platform !== 'linux' || missing.length > 0) {
  const why = missing.length > 0 ? `needs the packages ${missing.join(', ')}` : 'needs Linux'
  process.stdout.write(`test:ha is skipped: it ${why} of Debian.\n`)
  process.exit(SKIPPED)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)))
let isGood = false
try {
  isGood = await test()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
} finally {
  await cleanUp()
}
process.stdout.write(isGood ? 'passed\n' : 'FAILED\n')
process.exit(isGood ? 0 : 1)
