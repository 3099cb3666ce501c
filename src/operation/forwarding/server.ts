// The side of the writer: runs the postings of other nodes and answers them.
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { Link } from '../../platform/peers/link.ts'
import { AppError } from '../error.ts'
import type { AnyOperation } from '../operation.ts'
import type { Run } from '../pipeline.ts'
import { GOODBYE, idOf, readCall, readIntroduction, writeError, writeReply } from './protocol.ts'

export interface InletOptions {
  /** The operations that may be forwarded, by name. */
  readonly operations: ReadonlyMap<string, AnyOperation>
  readonly run: Run
  readonly log: Logger
}

/** A node that does not close its link by then is disconnected. */
const FAREWELL_MS_MAX = 2_000

export class ForwardingServer {
  private readonly options: InletOptions
  private readonly guests = new Set<Link>()
  private onLeft: (() => void) | undefined

  constructor(options: InletOptions) {
    this.options = options
  }

  welcome(socket: Duplex): void {
    let link: string | undefined
    const guest: Link = new Link(socket, {
      onMessage: (message) => {
        if (link === undefined) link = readIntroduction(message)
        else void this.serve(guest, message, link)
      },
      onClose: () => {
        this.guests.delete(guest)
        if (this.guests.size === 0) this.onLeft?.()
      },
    })
    this.guests.add(guest)
  }

  /** Asks the other nodes to find another writer. */
  dismiss(): void {
    for (const guest of this.guests) guest.send(GOODBYE)
  }

  /** Resolves when the other nodes have closed their links: each does once all its calls are answered. */
  async close(): Promise<void> {
    this.dismiss()
    if (this.guests.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.onLeft = resolve
    const deadline = setTimeout(resolve, FAREWELL_MS_MAX)
    await promise
    clearTimeout(deadline)
    for (const guest of this.guests) guest.close()
  }

  private async serve(guest: Link, message: readonly unknown[], link: string): Promise<void> {
    const id = idOf(message)
    try {
      const { operation, call } = readCall(message, link)
      const op = this.options.operations.get(operation)
      if (!op) throw new Error(`no posting is called ${operation}`)
      guest.send(writeReply(id, await this.options.run(op, call)))
    } catch (error) {
      if (!(error instanceof AppError))
        this.options.log.error({ err: error }, 'a forwarded call failed')
      guest.send(writeError(id, error))
    }
  }
}
