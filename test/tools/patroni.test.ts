// The files in deploy/patroni: rendered for a machine they agree with each other and with what the bank needs, and the
// programs that read them accept them, where this machine has those. `npm run test:ha` runs a cluster from them.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkout, findOnPath } from '../process/support.ts'

const run = promisify(execFile)
const files = join(checkout, 'deploy/patroni')
const example = readFileSync(join(files, 'cluster.env.example'), 'utf8')
const servers: Server[] = []
let folder: string
let env: string
let etcdPort: number

const passwords = [...example.matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => name!)
const BIN_DIR = /^BIN_DIR=(.*)$/m.exec(example)![1]!

function writeEnv(path: string, values: Readonly<Record<string, string>>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  writeFileSync(path, `. ${join(files, 'cluster.env.example')}\n${lines.join('\n')}\n`)
}

const render = (name: string, from = env) =>
  run('sh', [join(files, 'render.sh'), from, name, join(folder, name)])
const read = (machine: string, file: string) => readFileSync(join(folder, machine, file), 'utf8')
const patroniOf = (machine: string) => parse(read(machine, 'patroni.yml'))
const errorOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  )

async function listen(address: string, port = 0): Promise<number> {
  const server = createServer((socket) => socket.destroy())
  servers.push(server)
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, address, resolve),
  )
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-patroni-'))
  env = join(folder, 'cluster.env')
  etcdPort = await listen('127.0.0.1')
  writeEnv(env, {
    ...Object.fromEntries(passwords.map((name) => [name, 'secret'])),
    TLS_DIR: join(folder, 'tls/db1'),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_CERTIFICATE: join(folder, 'bank.pem'),
    ETCD_PORT: String(etcdPort),
  })
  for (const name of ['db1', 'db2', 'db3']) await render(name)
})
afterAll(async () => {
  for (const server of servers) server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('render.sh', () => {
  it('leaves no name unset, and makes files that only their owner reads', async () => {
    for (const file of ['etcd', 'patroni.yml', 'haproxy.cfg', 'node.env'])
      expect(read('db2', file)).not.toMatch(/@[A-Z0-9_]+@/)
    const { stdout } = await run('stat', ['-c', '%a', join(folder, 'db2/patroni.yml')])
    expect(stdout).toBe('600\n')
  })

  it('names what is missing, and a machine that is none of the cluster', async () => {
    const bare = join(folder, 'bare.env')
    writeEnv(bare, {})
    expect(await errorOf(render('db1', bare))).toMatch(/does not set [A-Z_]+\n$/)
    expect(await errorOf(render('db4'))).toMatch(/names no machine db4\n$/)
    writeEnv(bare, Object.fromEntries(passwords.map((name) => [name, '"a b"'])))
    expect(await errorOf(render('db1', bare))).toMatch(/has a sign that these files could misread/)
  })
})

describe('the files of a machine', () => {
  it('name settings that the bank knows, and lead it to the proxy of the machine', () => {
    const reference = readFileSync(join(checkout, 'docs/reference/configuration.md'), 'utf8')
    const known = new Set([...reference.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name))
    const given = [...read('db2', 'node.env').matchAll(/^([A-Z_]+)=(.*)$/gm)]
    expect(given.filter(([, name]) => !known.has(name))).toEqual([])
    const values = Object.fromEntries(given.map(([, name, value]) => [name, value!]))
    expect(values).toMatchObject({ HOST: '10.0.0.12', PORT: '8080', NODE_PORT: '8081' })
    const [, port] = /@127\.0\.0\.1:(\d+)\/florin\?sslmode=verify-full/.exec(values.DATABASE_URL)!
    expect(read('db2', 'haproxy.cfg')).toContain(
      `frontend primary\n  mode tcp\n  bind 127.0.0.1:${port}\n`,
    )
  })

  it('agree on addresses and ports', () => {
    const { restapi, postgresql, etcd } = patroniOf('db2')
    expect(restapi.listen).toBe('10.0.0.12:8008')
    expect(postgresql.listen).toBe('10.0.0.12:5432')
    const ofEtcd = read('db2', 'etcd')
    expect(ofEtcd).toContain(`ETCD_LISTEN_CLIENT_URLS=https://10.0.0.12:${etcdPort}\n`)
    expect(etcd.hosts).toEqual([11, 12, 13].map((last) => `10.0.0.${last}:${etcdPort}`))
    const proxy = read('db2', 'haproxy.cfg')
    for (const machine of ['db1', 'db2', 'db3'])
      expect(
        proxy.split(`server ${machine} ${patroniOf(machine).postgresql.listen}\n`),
      ).toHaveLength(3)
    expect(proxy.match(/check port (\d+)/g)).toEqual(['check port 8008', 'check port 8008'])
    expect(proxy.match(/httpchk GET \S+/g)).toEqual([
      'httpchk GET /primary',
      'httpchk GET /replica',
      'httpchk GET /health/ready',
    ])
    expect(proxy.match(/server db3 10\.0\.0\.13:8080\n/g)).toHaveLength(1)
  })

  it('lose nothing that was acknowledged', () => {
    const { bootstrap, etcd3 } = patroniOf('db1')
    const { dcs } = bootstrap
    expect(dcs).toMatchObject({
      synchronous_mode: true,
      synchronous_mode_strict: true,
      primary_start_timeout: 0,
    })
    const { parameters } = dcs.postgresql
    expect(parameters).toMatchObject({
      synchronous_commit: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      restart_after_crash: 'off',
    })
    // Patroni before 3.0.3 overwrites the lease of another primary by the third version of the interface.
    expect(etcd3).toBeUndefined()
    expect(read('db1', 'etcd')).toContain('\nETCD_ENABLE_V2=true\n')
    expect(bootstrap.initdb).toContain('data-checksums')
  })

  it('have a lease that Patroni takes, and which is renewed in time', () => {
    const { ttl, loop_wait, retry_timeout } = patroniOf('db1').bootstrap.dcs
    expect(ttl).toBeGreaterThanOrEqual(20)
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
  })

  it('let nobody in without TLS and a password', () => {
    const { bootstrap, postgresql } = patroniOf('db1')
    expect(postgresql.parameters.ssl).toBe('on')
    expect(bootstrap.pg_hba).toEqual(postgresql.pg_hba)
    for (const line of postgresql.pg_hba) expect(line).toMatch(/^(local|hostssl) .* scram-sha-256$/)
    for (const role of ['superuser', 'replication', 'rewind'])
      expect(postgresql.authentication[role].sslmode).toBe('verify-full')
  })
})

const needs = ['haproxy', 'openssl'].filter((program) => !findOnPath(program))
it.skipIf(needs.length > 0)(
  'the proxy accepts its file, with the certificates of certificates.sh (needs haproxy, openssl)',
  async () => {
    await run('sh', [join(files, 'certificates.sh'), env, join(folder, 'tls')])
    const own = join(folder, 'tls/db1')
    const pem = ['node.crt', 'node.key'].map((name) => readFileSync(join(own, name), 'utf8'))
    writeFileSync(join(folder, 'bank.pem'), pem.join(''))
    await run('openssl', ['verify', '-CAfile', join(own, 'ca.crt'), join(own, 'node.crt')])
    await run(findOnPath('haproxy')!, ['-c', '-q', '-f', join(folder, 'db1/haproxy.cfg')])
  },
)

it.skipIf(!findOnPath('patroni') || !existsSync(BIN_DIR))(
  'Patroni accepts its file (needs patroni)',
  async () => {
    // It tries whether etcd answers, and whether its own ports are free.
    const local = join(folder, 'local.env')
    for (const last of [2, 3, 4]) await listen(`127.0.0.${last}`, etcdPort)
    const free = await listen('127.0.0.2')
    await new Promise((resolve) => servers.pop()!.close(resolve))
    writeEnv(local, {
      ...Object.fromEntries(passwords.map((name) => [name, 'secret'])),
      ADDRESS1: '127.0.0.2',
      ADDRESS2: '127.0.0.3',
      ADDRESS3: '127.0.0.4',
      ETCD_PORT: String(etcdPort),
      POSTGRES_PORT: String(free),
      PATRONI_PORT: String(free),
      DATA_DIR: join(folder, 'data'),
    })
    await render('db1', local)
    const file = join(folder, 'db1/patroni.yml')
    const { stdout, stderr } = await run(findOnPath('patroni')!, ['--validate-config', file])
    expect(stdout + stderr).toBe('')
  },
)
