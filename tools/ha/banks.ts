// Two nodes of one bank in production, each with the address of a machine, behind the proxy of the first machine.
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  atCleanUp,
  checkout,
  machinePath,
  pinnedNode,
  waitFor,
} from '../../test/process/support.ts'
import type { Common, Machine } from './machines.ts'

export const OPERATOR = { email: 'operator@bank.example', password: 'Corr3ct-horse-battery' }

/** The first start makes all tables, and the machine may be busy. */
const START_MS_MAX = 300_000

export class Node {
  readonly machine: Machine
  private readonly common: Common
  private child: ChildProcess | undefined

  constructor(common: Common, machine: Machine) {
    this.common = common
    this.machine = machine
    atCleanUp(() => this.kill())
  }

  get url(): string {
    return `http://${this.machine.address}:${this.common.values.BANK_PORT}`
  }

  get pid(): number {
    return this.child?.pid ?? Number.NaN
  }

  async start(): Promise<void> {
    const { folder } = this.common
    const log = createWriteStream(join(folder, `${this.machine.name}.bank.log`), { flags: 'a' })
    this.child = spawn(pinnedNode, ['bin/florin.js', 'start'], {
      cwd: checkout,
      env: {
        PATH: machinePath,
        HOME: folder,
        FLORIN_MODE: 'production',
        FLORIN_SECRET: 'a secret of the bank that is moved between machines',
        PUBLIC_URL: 'https://bank.example',
        ADMIN_EMAIL: OPERATOR.email,
        ADMIN_PASSWORD: OPERATOR.password,
        ...readEnv(this.machine),
        DATA_DIR: join(folder, `${this.machine.name}.data`),
        RATE_LIMIT_PER_MINUTE: '0',
        RATE_LIMIT_PER_HOUR: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout!.pipe(log, { end: false })
    this.child.stderr!.pipe(log, { end: false })
    await waitFor(`the bank on ${this.machine.name} to be ready`, () => this.isReady(), {
      everyMs: 200,
      patienceMs: START_MS_MAX,
    })
  }

  async isReady(): Promise<boolean> {
    if (this.child?.exitCode !== null || this.child.signalCode !== null)
      throw new Error(`the bank on ${this.machine.name} has ended; see its log`)
    const answer = await fetch(`${this.url}/health/ready`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined)
    await answer?.body?.cancel()
    return answer?.status === 200
  }

  async kill(): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => {
      child.once('exit', done)
    })
    child.kill('SIGKILL')
    await ended
  }
}

/** The settings that render.sh made for the machine. */
export const readEnv = ({ config }: Machine): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(join(config, 'node.env'), 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
      ([, name, value]) => [name!, value!],
    ),
  )
