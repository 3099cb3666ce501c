// A standby of the bank's database that answers queries: its connections, how far it has replayed the log, and whether that
// is recent enough.
import type { Logger } from 'pino'
import {
  type DatabaseAddress,
  type Db,
  type NewConnection,
  openReaders,
  type PoolUsage,
} from '../../platform/database.ts'
import type { LogPosition } from '../../platform/log-position.ts'
import {
  type Epoch,
  IDENTIFY_SERVER,
  readReplayed,
  readStandby,
  type StandbyState,
} from './store.ts'

export interface StandbyOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly log: Logger
  /** Whether the primary knows the newest epoch of the standby; otherwise it belongs to another bank. */
  readonly isOurs: (epoch: Epoch) => Promise<boolean>
}

export class Standby {
  /** Host and port, or the folder of its socket; the rest of the URL may be secret. */
  readonly name: string
  readonly read: Db
  private readonly options: StandbyOptions
  private readonly readers: ReturnType<typeof openReaders>
  /** The server whose position is known; every connection must lead to it. */
  private server: string | undefined
  private replayed: LogPosition = -1n
  private state: 'unknown' | 'usable' | 'failed' = 'unknown'
  private hasWarnedOfProxy = false
  private isClosed = false

  constructor(options: StandbyOptions) {
    const { host, searchParams } = new URL(options.url)
    this.name = host === '' ? (searchParams.get('host') ?? 'localhost') : host
    this.options = options
    const address: DatabaseAddress = { connectionString: options.url }
    this.readers = openReaders(address, {
      connectionsMax: options.connectionsMax,
      onError: () => undefined,
      onConnect: (client) => this.checkServer(client),
    })
    this.read = this.readers.read
  }

  /** How far it has replayed the log; undefined while it cannot be used. */
  get position(): LogPosition | undefined {
    return this.state === 'usable' ? this.replayed : undefined
  }

  /** Asks how far it is. What the last answer allowed holds until this one. */
  async look(): Promise<void> {
    const state = await readStandby(this.read)
    const problem = await this.judge(state)
    if (problem !== undefined) return this.fail(problem)
    if (this.server !== state.started) {
      // Earlier connections may lead to another server.
      this.server = state.started
      this.readers.reconnect()
      return
    }
    this.replayed = state.replayed!
    if (this.state !== 'usable' && !this.isClosed)
      this.options.log.info({ standby: this.name }, 'the standby answers queries')
    this.state = 'usable'
  }

  /** A position that nothing it has shown so far is beyond. */
  readonly readPosition = (): Promise<LogPosition> => readReplayed(this.read)

  /** It is not used until it has answered again. */
  fail(problem: string): void {
    if (this.state !== 'failed' && !this.isClosed)
      this.options.log.warn(
        { standby: this.name, problem },
        'the standby answers no queries; the primary answers them',
      )
    this.state = 'failed'
    this.server = undefined
    this.readers.reconnect()
  }

  usage(): PoolUsage[] {
    return this.readers.usage()
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.readers.close()
  }

  private async judge({
    isInRecovery,
    replayed,
    epoch,
  }: StandbyState): Promise<string | undefined> {
    if (!isInRecovery || replayed === undefined) return 'it is not a standby'
    if (epoch === undefined) return 'it has no bank'
    if (!(await this.options.isOurs(epoch))) return 'it is a standby of another database'
    return undefined
  }

  /** A proxy in front of several standbys would lead to one that has replayed less. */
  private async checkServer(client: NewConnection): Promise<void> {
    const { server } = this
    if (server === undefined) return
    const { rows } = await client.query<{ started: string }>(IDENTIFY_SERVER)
    if (rows[0]!.started === server) return
    if (!this.hasWarnedOfProxy)
      this.options.log.warn(
        { standby: this.name },
        'the address leads to another server than before; if a proxy is there, name each standby in STANDBY_URLS instead',
      )
    this.hasWarnedOfProxy = true
    throw new Error(`${this.name} leads to another server than before`)
  }
}
