// A client of the bank that gives up on no call, and a reader of the event log.
import { Agent, request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are read field by field
  readonly body: any
}

/** A client waits no longer for one answer, and asks again. */
const ANSWER_MS_MAX = 10_000

export class Client {
  private readonly agent: Agent
  private readonly port: number
  token: string | undefined

  constructor(port: number, ca: Buffer) {
    this.port = port
    this.agent = new Agent({ ca, keepAlive: true, maxSockets: 32 })
  }

  call(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const sent = request(
        {
          agent: this.agent,
          host: '127.0.0.1',
          port: this.port,
          method,
          path,
          signal: AbortSignal.timeout(ANSWER_MS_MAX),
          headers: {
            'Content-Type': 'application/json',
            ...(text !== undefined && { 'Content-Length': Buffer.byteLength(text) }),
            ...(this.token !== undefined && { Authorization: `Bearer ${this.token}` }),
            ...(key !== undefined && { 'Idempotency-Key': key }),
          },
        },
        (response) => {
          let answer = ''
          response.setEncoding('utf8').on('data', (part: string) => (answer += part))
          response.on('error', reject)
          response.on('end', () => {
            const isJson = response.headers['content-type']?.includes('json') ?? false
            resolve({
              status: response.statusCode ?? 0,
              body: isJson ? JSON.parse(answer) : answer,
            })
          })
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
  }

  /** Asks until there is an answer that stays, whichever it is. */
  async persist(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    for (;;) {
      const answer = await this.call(method, path, body, key).catch(() => undefined)
      if (answer && !isPassing(answer)) return answer
      await delay(50 + Math.random() * 100)
    }
  }

  /** The same for what has to succeed. */
  async demand(method: string, path: string, body?: object, key?: string): Promise<Answer['body']> {
    const answer = await this.persist(method, path, body, key)
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  close(): void {
    this.agent.destroy()
  }
}

/** Of the proxy, of a bank without a database, or of a bank that still works on the call. */
const isPassing = ({ status, body }: Answer): boolean =>
  [502, 503, 504].includes(status) || body?.error?.code === 'REQUEST_IN_PROGRESS'

/** Follows the log of events of its client, by pages, from its start to the end that `stop` finds. */
export class EventReader {
  /** Ids of transfers, as often as an event of their completion was read. */
  readonly completed = new Map<string, number>()
  readonly ids = new Set<string>()
  /** Events that came again, and cursors that were lost. */
  readonly surprises: string[] = []
  private readonly client: Client
  private readonly running: Promise<void>
  private isStopping = false
  private after: string | undefined

  constructor(client: Client) {
    this.client = client
    this.running = this.run()
    this.running.catch(() => {})
  }

  /** Reads what is there, until there is no more. */
  async stop(): Promise<void> {
    this.isStopping = true
    await this.running
  }

  private async run(): Promise<void> {
    for (;;) {
      const wasStopping = this.isStopping
      const read = await this.readPage()
      if (read > 0) continue
      if (wasStopping) return
      await delay(200)
    }
  }

  private async readPage(): Promise<number> {
    const after = this.after === undefined ? '' : `&after=${this.after}`
    const { status, body } = await this.client.persist('GET', `/api/v2/events?limit=100${after}`)
    if (status === 410) {
      this.surprises.push(`the cursor ${this.after} was lost`)
      this.after = body.error.details.resume_after
      return 1
    }
    if (status !== 200) throw new Error(`events: ${status} ${JSON.stringify(body)}`)
    for (const { id, event_type, data } of body.data) {
      if (this.ids.has(id)) this.surprises.push(`${id} came twice`)
      this.ids.add(id)
      if (event_type === 'transfer.completed')
        this.completed.set(data.uuid, (this.completed.get(data.uuid) ?? 0) + 1)
    }
    this.after = body.meta.next_after ?? this.after
    return body.data.length
  }
}
