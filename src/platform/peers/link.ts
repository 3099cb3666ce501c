// A link between two nodes of one bank: messages in both directions over one socket. Messages of one turn of the
// event loop travel in one frame, which is the length and a JSON array. Both sides send heartbeats; a side
// that receives nothing for a while considers the other dead, even if its socket is still open.
import type { Duplex } from 'node:stream'

export interface LinkEvents {
  onMessage(message: readonly unknown[]): void
  /** Called once, when nothing more will be received. */
  onClose(): void
}

export interface LinkTimes {
  readonly beatMs: number
  readonly silenceMsMax: number
}

/** A stopped process must be detected early enough for the others to go on within two seconds. */
const TIMES: LinkTimes = { beatMs: 250, silenceMsMax: 1_200 }
const LENGTH_BYTES = 4
/** No turn of the event loop gathers that much; a longer frame does not come from a node. */
const FRAME_BYTES_MAX = 256 * 1024 * 1024

export class Link {
  private readonly socket: Duplex
  private readonly events: LinkEvents
  private readonly beat: NodeJS.Timeout
  private chunks: Buffer[] = []
  private size = 0
  private outgoing: string[] = []
  private isDue = false
  private isClosed = false
  private heardAt = performance.now()

  constructor(socket: Duplex, events: LinkEvents, times = TIMES) {
    this.socket = socket
    this.events = events
    socket.on('data', (chunk: Buffer) => this.take(chunk))
    socket.on('error', () => this.close())
    socket.on('close', () => this.close())
    socket.on('end', () => this.close())
    let lookedAt = this.heardAt
    this.beat = setInterval(() => {
      const now = performance.now()
      // If this process itself was blocked, it has not read the socket, so the silence proves nothing.
      if (now - lookedAt > times.silenceMsMax / 2) this.heardAt = now
      lookedAt = now
      if (now - this.heardAt > times.silenceMsMax) this.close()
      else this.flush()
    }, times.beatMs)
    this.beat.unref()
  }

  /** Sends a message, given as the JSON text of an array. */
  send(message: string): void {
    this.outgoing.push(message)
    if (this.isDue) return
    this.isDue = true
    setImmediate(() => {
      this.isDue = false
      this.flush()
    })
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    clearInterval(this.beat)
    this.socket.destroy()
    this.events.onClose()
  }

  /** Without messages the frame is empty, which is a heartbeat. */
  private flush(): void {
    if (this.isClosed) return
    const text = `[${this.outgoing.join(',')}]`
    this.outgoing = []
    const frame = Buffer.allocUnsafe(LENGTH_BYTES + Buffer.byteLength(text))
    frame.writeUInt32BE(frame.length - LENGTH_BYTES)
    frame.write(text, LENGTH_BYTES)
    this.socket.write(frame)
  }

  private take(chunk: Buffer): void {
    this.heardAt = performance.now()
    this.chunks.push(chunk)
    this.size += chunk.length
    for (let frame = this.nextFrame(); frame && !this.isClosed; frame = this.nextFrame()) {
      const messages = readMessages(frame)
      if (!messages) return this.close()
      for (const message of messages) this.events.onMessage(message)
    }
  }

  private nextFrame(): Buffer | undefined {
    if (this.size < LENGTH_BYTES) return undefined
    if (this.chunks[0]!.length < LENGTH_BYTES) this.chunks = [Buffer.concat(this.chunks)]
    const length = this.chunks[0]!.readUInt32BE()
    if (length > FRAME_BYTES_MAX) {
      this.close()
      return undefined
    }
    if (this.size < LENGTH_BYTES + length) return undefined
    const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
    const rest = all.subarray(LENGTH_BYTES + length)
    this.chunks = [rest]
    this.size = rest.length
    return all.subarray(LENGTH_BYTES, LENGTH_BYTES + length)
  }
}

function readMessages(frame: Buffer): readonly (readonly unknown[])[] | undefined {
  try {
    const messages: unknown = JSON.parse(frame.toString('utf8'))
    return Array.isArray(messages) && messages.every((one) => Array.isArray(one))
      ? messages
      : undefined
  } catch {
    return undefined
  }
}
