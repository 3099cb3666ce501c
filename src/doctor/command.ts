// `florin doctor`: runs the checks in order and says what they found. It changes nothing: no database is started or
// migrated, no mail is sent. No secret is printed.
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { baseUrl } from '../config.ts'
import type { DatabaseAddress } from '../platform/database.ts'
import { SUPERUSER } from '../platform/postgres/cluster.ts'
import { nameCluster } from '../platform/postgres/data-dir.ts'
import { nameSocketDir, PORT, SOCKET_NAME } from '../platform/postgres/socket-dir.ts'
import type { Environment } from '../platform/settings.ts'
import { UsageError } from '../platform/start-error.ts'
import { reasonOf } from '../platform/reason.ts'
import { bankCheck, metricsCheck, publicAddressCheck } from './bank.ts'
import { type Check, type Finding, problem, type Situation, skipped } from './check.ts'
import { migrationsCheck, ownershipCheck, serverCheck } from './database.ts'
import { dataDirCheck, diskCheck, nodeCheck, portCheck } from './machine.ts'
import { mailCheck, outboundCheck, redisCheck } from './services.ts'
import { findInvalid, readLeniently, secretFilesCheck, settingsCheck } from './settings.ts'

export const DOCTOR_HELP = `florin doctor [--json] [--outbound]

Says what is wrong with this set-up, and what to do, in the order in which to do it: settings, files, Node, disk, port,
database, Redis, mail, and the bank if it runs. It changes nothing, starts nothing and prints no secret.

  --json       prints one JSON document
  --outbound   also calls the addresses of providers that the settings name

It exits with 1 if there is a problem. A warning works today and is no problem.`

/** In the order in which problems are solved. */
export const checks: readonly Check[] = [
  settingsCheck,
  secretFilesCheck,
  nodeCheck,
  dataDirCheck,
  diskCheck,
  portCheck,
  serverCheck,
  migrationsCheck,
  ownershipCheck,
  redisCheck,
  mailCheck,
  outboundCheck,
  bankCheck,
  metricsCheck,
  publicAddressCheck,
]

export interface DoctorRequest {
  readonly json: boolean
  readonly outbound: boolean
}

export function readDoctorCommand(words: readonly string[]): DoctorRequest {
  const unknown = words.find((word) => word !== '--json' && word !== '--outbound')
  if (unknown !== undefined)
    throw new UsageError(`"florin doctor" takes no "${unknown}"; see florin doctor --help.`)
  return { json: words.includes('--json'), outbound: words.includes('--outbound') }
}

export interface Examined extends Finding {
  readonly check: string
}

/** Prints the report; false if there is a problem. */
export async function runDoctor(
  { json, outbound }: DoctorRequest,
  env: Environment,
  say: (text: string) => void,
): Promise<boolean> {
  const findings = await examine(readSituation(env, outbound))
  const isSound = !findings.some(({ state }) => state === 'problem')
  say(json ? JSON.stringify({ ok: isSound, findings }, null, 2) : describe(findings))
  return isSound
}

export function readSituation(env: Environment, outbound = false): Situation {
  const invalid = findInvalid(env)
  const config = readLeniently(env, invalid)
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST
  return {
    env,
    config,
    invalid,
    bankUrl: baseUrl({ PUBLIC_URL: '', HOST: host }, config.PORT),
    outbound,
    database:
      config.DATABASE_URL === ''
        ? findEmbedded(config.DATA_DIR)
        : { connectionString: config.DATABASE_URL },
  }
}

/** The embedded database, if it runs. */
function findEmbedded(dataDir: string): DatabaseAddress | undefined {
  if (!existsSync(dataDir)) return undefined
  const host = nameSocketDir(nameCluster(realpathSync(dataDir)))
  return existsSync(join(host, SOCKET_NAME))
    ? { host, port: PORT, user: SUPERUSER, database: 'postgres' }
    : undefined
}

export async function examine(
  situation: Situation,
  list: readonly Check[] = checks,
): Promise<readonly Examined[]> {
  const found: Examined[] = []
  for (const check of list)
    for (const finding of await runCheck(check, situation))
      found.push({ check: check.name, ...finding })
  return found
}

/** A check that fails is a finding itself: the others still run. */
async function runCheck(check: Check, situation: Situation): Promise<readonly Finding[]> {
  const invalid = check.needs?.find((name) => situation.invalid.has(name))
  if (invalid !== undefined) return [skipped(`It is checked when ${invalid} is valid.`)]
  try {
    return await check.run(situation)
  } catch (error) {
    return [problem(`The check failed: ${reasonOf(error)}.`)]
  }
}

export function describe(findings: readonly Examined[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.map(
    ({ state, check, message }) => `  ${state.padEnd(8)} ${check.padEnd(width)}  ${message}`,
  )
  const count = (state: string): number => findings.filter((one) => one.state === state).length
  const name = (number: number, one: string): string[] =>
    number === 0 ? [] : [`${number} ${one}${number === 1 ? '' : 's'}`]
  const sums = [...name(count('problem'), 'problem'), ...name(count('warning'), 'warning')]
  return `${lines.join('\n')}\n\n${sums.length === 0 ? 'Nothing is wrong' : sums.join(' and ')}.`
}
