// Three machines on one: each has an address of its own (127.0.0.2 and so on) with etcd, Patroni and PostgreSQL on the
// ports that all of them share, from the files of deploy/patroni. Debian's packages bring the programs.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, createWriteStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  atCleanUp,
  checkout,
  findOnPath,
  findPort,
  isRoot,
  machinePath,
  makeFolder,
  nobody,
  waitFor,
  within,
} from '../../test/process/support.ts'

const files = join(checkout, 'deploy/patroni')

/** The newest PostgreSQL of Debian whose programs are installed. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  try {
    const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(root, version, 'bin')).find(hasServer)
  } catch {
    return undefined
  }
}

const hasServer = (folder: string): boolean => readdirSync(folder).includes('initdb')

/** The packages whose programs are missing here. */
export function findMissing(): string[] {
  const programs = {
    'etcd-server': 'etcd',
    patroni: 'patroni',
    haproxy: 'haproxy',
    openssl: 'openssl',
  }
  const missing = Object.entries(programs).filter(([, program]) => !findOnPath(program))
  return [...(findPostgres() === undefined ? ['postgresql'] : []), ...missing.map(([name]) => name)]
}

export interface Common {
  readonly folder: string
  readonly ttlSeconds: number
  /** What is in cluster.env. */
  readonly values: Readonly<Record<string, string>>
}

const PORTS = 'POSTGRES PATRONI ETCD ETCD_PEER BANK NODE PRIMARY STANDBY STATISTICS PUBLIC'.split(
  ' ',
)

/** Chooses ports, writes cluster.env and makes the certificates. */
export async function prepare(): Promise<Common> {
  const folder = await makeFolder()
  // PostgreSQL and what starts it run as another user.
  chmodSync(folder, 0o755)
  const bin = findPostgres()!
  const ports: Record<string, string> = {}
  for (const name of PORTS) ports[`${name}_PORT`] = String(await findPort())
  const example = readFileSync(join(files, 'cluster.env.example'), 'utf8')
  const passwords = [...example.matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => [name, `${name}-1`])
  const values: Record<string, string> = {
    CLUSTER: 'bank',
    NAME1: 'db1',
    ADDRESS1: '127.0.0.2',
    NAME2: 'db2',
    ADDRESS2: '127.0.0.3',
    NAME3: 'db3',
    ADDRESS3: '127.0.0.4',
    NETWORK: '127.0.0.0/8',
    BIN_DIR: bin,
    ...Object.fromEntries(passwords.map(([name, value]) => [name, value!.replaceAll('_', '-')])),
    ...ports,
  }
  const tls = join(folder, 'tls')
  writeEnv(join(folder, 'cluster.env'), values)
  sh('certificates.sh', join(folder, 'cluster.env'), tls)
  const template = readFileSync(join(files, 'patroni.yml.template'), 'utf8')
  const ttlSeconds = Number(/^ +ttl: (\d+)$/m.exec(template)![1])
  return { folder, values, ttlSeconds }
}

/** After the example, so that what is not named here is what it says. */
function writeEnv(path: string, values: Readonly<Record<string, string>>): void {
  const own = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  writeFileSync(path, `. ${join(files, 'cluster.env.example')}\n${own.join('\n')}\n`)
}

function sh(script: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('sh', [join(files, script), ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`)
}

export const ownerOfServers = isRoot ? nobody : undefined

export class Machine {
  readonly name: string
  readonly address: string
  /** The rendered files, by their names in deploy/patroni without ".template". */
  readonly config: string
  private readonly folder: string
  private readonly common: Common
  private readonly running = new Map<string, ChildProcess>()

  constructor(common: Common, name: string, address: string) {
    this.common = common
    this.name = name
    this.address = address
    this.folder = join(common.folder, name)
    this.config = join(this.folder, 'config')
    atCleanUp(async () => {
      this.signal('SIGKILL', ['patroni', 'postgres', 'etcd', 'haproxy'])
      await Promise.all([...this.running.values()].map(waitForEnd))
    })
  }

  async render(): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const { folder, values } = this.common
    const tls = join(folder, 'tls', this.name)
    const env = join(this.folder, 'cluster.env')
    const bank = join(this.folder, 'bank.pem')
    writeEnv(env, {
      ...values,
      TLS_DIR: tls,
      DATA_DIR: join(this.folder, 'postgres'),
      SOCKET_DIR: this.folder,
      ETCD_DATA_DIR: join(this.folder, 'etcd'),
      PUBLIC_CERTIFICATE: bank,
    })
    const pem = ['node.crt', 'node.key'].map((name) => readFileSync(join(tls, name), 'utf8'))
    writeFileSync(bank, pem.join(''))
    sh('render.sh', env, this.name, this.config)
    // Only root could become the user that these name.
    const proxy = join(this.config, 'haproxy.cfg')
    const text = readFileSync(proxy, 'utf8')
    writeFileSync(proxy, text.replaceAll(/^ +(user|group|chroot) .*\n/gm, ''))
    if (!ownerOfServers) return
    const { uid, gid } = ownerOfServers
    const all = [tls, this.folder, this.config].flatMap((one) => [
      one,
      ...readdirSync(one).map((name) => join(one, name)),
    ])
    for (const path of all) await chown(path, uid, gid)
    chmodSync(join(folder, 'tls'), 0o755)
  }

  startEtcd(): void {
    const text = readFileSync(join(this.config, 'etcd'), 'utf8')
    const env = Object.fromEntries(
      [...text.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
    )
    this.start('etcd', ['etcd'], env)
  }

  startPatroni(): void {
    this.start('patroni', ['patroni', join(this.config, 'patroni.yml')])
  }

  startProxy(): void {
    this.start('haproxy', ['haproxy', '-db', '-f', join(this.config, 'haproxy.cfg')])
  }

  private start(name: string, [program, ...args]: string[], env = {}): void {
    const log = createWriteStream(join(this.common.folder, `${this.name}.${name}.log`), {
      flags: 'a',
    })
    const child = spawn(findOnPath(program!)!, args, {
      cwd: this.folder,
      env: { PATH: machinePath, HOME: this.folder, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...ownerOfServers,
    })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    this.running.set(name, child)
    // A supervisor would restart it; here the phases do.
    child.once('exit', () => this.running.get(name) === child && this.running.delete(name))
  }

  /** Sends a signal to all processes of these services, to none of another machine. */
  signal(signal: NodeJS.Signals, services: readonly string[]): void {
    for (const name of services) {
      if (name === 'postgres') signalServer(join(this.folder, 'postgres'), signal)
      else this.signalService(name, signal)
    }
  }

  private signalService(name: string, signal: NodeJS.Signals): void {
    const child = this.running.get(name)
    if (child?.pid !== undefined) tryKill(-child.pid, signal)
  }

  /** Waits until nothing of the service runs. */
  async waitForEnd(services: readonly string[]): Promise<void> {
    for (const name of services) {
      if (name === 'postgres')
        await waitFor(
          `the end of PostgreSQL on ${this.name}`,
          () => listServer(join(this.folder, 'postgres')).length === 0,
          { everyMs: 20 },
        )
      else await waitForEnd(this.running.get(name))
    }
  }
}

const waitForEnd = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  await within(
    'a process to end',
    new Promise((done) => {
      child.once('exit', done)
    }),
  )
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

interface Entry {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** The server of a data folder with all its processes, the postmaster first. */
function listServer(dataDir: string): number[] {
  const entries = listProcesses()
  const main = entries.find(
    ({ command }) => command.includes('postgres') && command.includes(`-D ${dataDir}`),
  )
  if (!main) return []
  return [main.pid, ...entries.filter(({ parent }) => parent === main.pid).map(({ pid }) => pid)]
}

/** Stops the postmaster first, so that it starts no further process. */
function signalServer(dataDir: string, signal: NodeJS.Signals): void {
  for (const pid of listServer(dataDir)) tryKill(pid, signal)
}

function listProcesses(): Entry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return [{ pid: Number(name), parent, command }]
      } catch {
        return []
      }
    })
}

export interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

/** Undefined if there is no answer within two seconds. */
const askJson = (url: string, ca: Buffer): Promise<unknown> =>
  new Promise((resolve) => {
    const sent = request(url, { ca, timeout: 2_000, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve(response.statusCode === 200 ? JSON.parse(text) : undefined))
      response.on('error', () => resolve(undefined))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(undefined))
    sent.end()
  })

/** Three machines as one cluster, seen as an operator sees it. */
export class Cluster {
  readonly common: Common
  readonly machines: readonly Machine[]

  constructor(common: Common) {
    this.common = common
    this.machines = [1, 2, 3].map(
      (number) =>
        new Machine(common, common.values[`NAME${number}`]!, common.values[`ADDRESS${number}`]!),
    )
  }

  async start(): Promise<void> {
    for (const machine of this.machines) await machine.render()
    for (const machine of this.machines) machine.startEtcd()
    for (const machine of this.machines) machine.startPatroni()
    this.machines[0]!.startProxy()
    await this.becomeWhole()
  }

  async patronictl(args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      'patronictl',
      ['-c', join(this.machines[0]!.config, 'patroni.yml'), ...args],
      {
        env: { PATH: machinePath, HOME: this.common.folder, LANG: 'C.UTF-8' },
        timeout: 60_000,
      },
    )
    return stdout
  }

  /** As any Patroni that answers sees them. */
  async members(): Promise<readonly Member[]> {
    const { PATRONI_PORT } = this.common.values
    for (const { address } of this.machines) {
      const found = await askJson(`https://${address}:${PATRONI_PORT}/cluster`, this.authority)
      if (found !== undefined) return (found as { members: Member[] }).members
    }
    return []
  }

  private get authority(): Buffer {
    return readFileSync(join(this.common.folder, 'tls/ca.crt'))
  }

  /** A primary, a standby that confirms its commits, and one more that follows. */
  async becomeWhole(): Promise<void> {
    await waitFor(
      'the three machines to be one cluster',
      async () => {
        const roles = (await this.members())
          .filter(({ state }) => /^(running|streaming)$/.test(state))
          .map(({ role }) => role)
        return roles.toSorted().join() === 'leader,replica,sync_standby'
      },
      { everyMs: 500, patienceMs: 300_000 },
    )
  }

  async find(role: 'leader' | 'sync_standby'): Promise<Machine> {
    const found = (await this.members()).find((member) => member.role === role)
    const machine = this.machines.find(({ name }) => name === found?.name)
    if (!machine) throw new Error(`no machine is the ${role}`)
    return machine
  }

  /** One statement as the superuser, at the primary. */
  async query<Row extends object>(
    text: string,
    values: unknown[] = [],
    database = 'florin',
  ): Promise<Row[]> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: Number(this.common.values.PRIMARY_PORT),
      user: 'postgres',
      password: this.common.values.SUPERUSER_PASSWORD,
      database,
      ssl: { ca: this.authority },
      connectionTimeoutMillis: 5_000,
    })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
}
