// One node writes, and the others forward to it: they authorize and validate a posting, then send it to the
// elected writer, which decides it in its batches. Competing nodes would cause conflicts in each other's batches.
// Safety does not depend on it, because versions and stored replies decide what is written: a node without a link to
// the writer, or one of another build, runs its postings itself.
import { hash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { SOFTWARE_VERSION } from '../../kernel/version.ts'
import type { DatabaseAddress, Db } from '../../platform/database.ts'
import type { PeerKeys } from '../../platform/key-ring.ts'
import { type Elected, Election } from '../../platform/peers/election.ts'
import {
  connectToPeer,
  type PeerListener,
  listenForPeers,
  type PeerAddress,
} from '../../platform/peers/sockets.ts'
import type { Reply } from '../idempotency.ts'
import { type AnyOperation, isForwarded } from '../operation.ts'
import type { Call, Run } from '../pipeline.ts'
import type { Registry } from '../registry.ts'
import { deleteLink, deleteOldLinks, findWriter, insertLink, publishWriter } from './store.ts'
import { ForwardingServer } from './server.ts'
import { ForwardingClient } from './client.ts'

export interface ForwardingOptions {
  readonly address: DatabaseAddress
  readonly db: Db
  readonly log: Logger
  readonly keys: PeerKeys
  /** Identifies this process among the nodes. */
  readonly node: string
  /** Where the other nodes reach this one; port 0 takes any. */
  readonly listenAt: PeerAddress
  readonly registry: Registry
  readonly run: Run
  /** Nodes of different builds do not forward to each other. Tests set it. */
  readonly build?: string | undefined
}

/** Undefined if there is no writer to forward to, or the writer did not run the call; run it locally. */
export type Forward = (
  op: AnyOperation,
  input: object,
  call: Call,
) => Promise<Reply | undefined> | undefined

export class Forwarding {
  private readonly options: ForwardingOptions
  private readonly inlet: ForwardingServer
  private readonly build: string
  private election: Election | undefined
  private listener: PeerListener | undefined
  /** The link to the writer, if that is another node. */
  private outlet: ForwardingClient | undefined
  private isConnecting = false
  private isStopping = false

  constructor(options: ForwardingOptions) {
    this.options = options
    const postings = options.registry.operations.filter(isForwarded)
    this.build = options.build ?? buildOf(postings)
    const operations = new Map(postings.map((op) => [op.name, op]))
    this.inlet = new ForwardingServer({ ...options, operations })
  }

  /** Resolves after the first election, so that a single node writes when it begins to serve. */
  async start(): Promise<void> {
    const { address, log, node, listenAt, keys } = this.options
    this.listener = await listenForPeers(listenAt, keys, (socket) => {
      // Two nodes that accepted each other would both stop searching for the writer.
      if (this.isElected && !this.isStopping) this.inlet.welcome(socket)
      else socket.destroy()
    })
    const { host, port } = this.listener.address
    this.election = new Election({
      address,
      log,
      self: { node, address: `${host} ${port}`, build: this.build },
      publish: publishWriter,
      find: findWriter,
      onElected: () => this.begin(),
      onDeposed: () => this.inlet.dismiss(),
      onOther: (elected) => void this.connect(elected),
      isSearching: () => this.outlet === undefined,
    })
    await this.election.start()
  }

  private get isElected(): boolean {
    return this.election?.isElected ?? false
  }

  /** Whether another node writes for this one. */
  get isForwarding(): boolean {
    return this.outlet !== undefined
  }

  /** Whether this node writes for others, forwards to another, or writes by itself because it has reached none. */
  get role(): 'writer' | 'forwarder' | 'seeking' {
    if (this.isElected) return 'writer'
    return this.isForwarding ? 'forwarder' : 'seeking'
  }

  /** A call with a file is run here, because files do not travel. */
  readonly forward: Forward = (op, input, call) =>
    call.attachment ? undefined : this.outlet?.send(op, input, call)

  /** Leaves the election, and answers the calls that were forwarded to this node. */
  async stop(): Promise<void> {
    this.isStopping = true
    await this.election?.close()
    await this.inlet.close()
    this.outlet?.close()
    await this.listener?.close()
  }

  private begin(): void {
    const { db, log, node } = this.options
    log.info('this node writes the ledger; others forward to it')
    deleteOldLinks(db, node).catch((error: unknown) =>
      log.warn({ err: error }, 'old links could not be deleted'),
    )
  }

  private async connect(elected: Elected): Promise<void> {
    if (this.outlet || this.isConnecting || elected.build !== this.build) return
    this.isConnecting = true
    const { db, node, keys } = this.options
    try {
      const [host, port] = elected.address.split(' ')
      const socket = await connectToPeer({ host: host!, port: Number(port) }, keys)
      if (this.isStopping) return void socket.destroy()
      const id = randomUUID()
      await insertLink(db, { id, door: node, writer: elected.node })
      // This node may have been elected meanwhile; the other closes the link if it is not elected itself.
      if (socket.destroyed || this.isElected) {
        socket.destroy()
        await deleteLink(db, id)
        return
      }
      const outlet: ForwardingClient = new ForwardingClient(socket, {
        id,
        revoke: () => deleteLink(db, id),
        onLost: () => this.lose(outlet),
      })
      this.outlet = outlet
    } catch (error) {
      this.options.log.warn(
        { err: error, address: elected.address },
        'the writer cannot be reached; this node writes by itself meanwhile',
      )
    } finally {
      this.isConnecting = false
    }
  }

  private lose(outlet: ForwardingClient): void {
    if (outlet === this.outlet) this.outlet = undefined
    if (!this.isStopping) this.election?.hurry()
  }
}

/** Nodes that agree in this understand each other's postings. */
const buildOf = (postings: readonly AnyOperation[]): string =>
  hash(
    'sha256',
    JSON.stringify([
      SOFTWARE_VERSION,
      postings.map(({ name, input, output }) => [name, input, output]),
    ]),
    'hex',
  ).slice(0, 16)
