// The side of a node that forwards: sends its postings to the writer over one link.
import type { Duplex } from 'node:stream'
import { Link } from '../../platform/peers/link.ts'
import { Unavailable } from '../error.ts'
import type { Reply } from '../idempotency.ts'
import type { AnyOperation } from '../operation.ts'
import type { Call } from '../pipeline.ts'
import { idOf, isGoodbye, readAnswer, writeCall, writeIntroduction } from './protocol.ts'

interface Waiting {
  readonly op: AnyOperation
  readonly hasKey: boolean
  readonly resolve: (reply: Reply | undefined) => void
  readonly reject: (error: unknown) => void
}

export interface OutletOptions {
  /** The link as the database knows it. */
  readonly id: string
  /** Resolves when no call that was sent over the link can be executed any more. */
  readonly revoke: () => Promise<unknown>
  /** Called once, as soon as no more calls can be sent. */
  readonly onLost: () => void
}

export class ForwardingClient {
  private readonly link: Link
  private readonly waiting = new Map<number, Waiting>()
  private readonly options: OutletOptions
  private lastId = 0
  private isLeaving = false

  constructor(socket: Duplex, options: OutletOptions) {
    this.options = options
    this.link = new Link(socket, {
      onMessage: (message) => this.hear(message),
      onClose: () => void this.lose(),
    })
    this.link.send(writeIntroduction(options.id))
  }

  /** Undefined: the writer is gone, and the stored replies say whether it ran the call. */
  send(op: AnyOperation, input: object, call: Call): Promise<Reply | undefined> {
    return new Promise((resolve, reject) => {
      const hasKey = call.idempotencyKey !== undefined && call.idempotencyKey !== ''
      const id = ++this.lastId
      this.waiting.set(id, { op, hasKey, resolve, reject })
      this.link.send(writeCall(id, op, input, call))
    })
  }

  close(): void {
    this.link.close()
  }

  private hear(message: readonly unknown[]): void {
    if (isGoodbye(message)) this.leave()
    else this.take(message)
    if (this.isLeaving && this.waiting.size === 0) this.link.close()
  }

  private take(answer: readonly unknown[]): void {
    const waiting = this.waiting.get(idOf(answer))
    if (!waiting) return
    this.waiting.delete(idOf(answer))
    try {
      waiting.resolve(readAnswer(waiting.op, answer))
    } catch (error) {
      waiting.reject(error)
    }
  }

  private leave(): void {
    if (this.isLeaving) return
    this.isLeaving = true
    this.options.onLost()
  }

  /** The link is revoked first; then the stored replies say whether a call with a key was executed. */
  private async lose(): Promise<void> {
    this.leave()
    const lost = [...this.waiting.values()]
    this.waiting.clear()
    const isRevoked = await this.options.revoke().then(
      () => true,
      () => false,
    )
    for (const { hasKey, resolve, reject } of lost)
      if (hasKey && isRevoked) resolve(undefined)
      else
        reject(
          Unavailable({
            reason:
              'The node that processed this request is gone, and the result is unknown; read the current state before you retry. With an Idempotency-Key a retry is always safe.',
          }),
        )
  }
}
