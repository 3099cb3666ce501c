// Clients that move money between the accounts of a customer all the time, each call with an Idempotency-Key, and what
// they were answered.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, Client } from './client.ts'

export interface Transfer {
  readonly key: string
  readonly from_account: string
  readonly to_account: string
  readonly cents: number
  readonly answer: Answer
}

/** A few, because it is failures that are tested here, and the machine has six servers to run. */
const CLIENTS = 4
const PAUSE_MS = 25
/** More than all accounts have together. */
const TOO_MUCH_CENTS = 99_999_999_99

export class Payments {
  /** Acknowledged with 201, and refused. */
  readonly acknowledged: Transfer[] = []
  readonly refused: Transfer[] = []
  readonly surprises: string[] = []
  private readonly client: Client
  private readonly accounts: readonly string[]
  private readonly running: Promise<unknown>
  private isOver = false
  private lastAt = performance.now()
  private silenceMs = 0

  constructor(client: Client, accounts: readonly string[]) {
    this.client = client
    this.accounts = accounts
    this.running = Promise.all(Array.from({ length: CLIENTS }, () => this.run()))
    this.running.catch(() => {})
  }

  /** Resolves when each call that was sent has its answer. */
  async end(): Promise<void> {
    this.isOver = true
    await this.running
  }

  /** The longest time since the last call of this in which nothing was acknowledged, in milliseconds. */
  takeSilence(): number {
    this.note()
    const found = this.silenceMs
    this.silenceMs = 0
    return found
  }

  private note(): void {
    const now = performance.now()
    this.silenceMs = Math.max(this.silenceMs, now - this.lastAt)
    this.lastAt = now
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const from = Math.floor(Math.random() * this.accounts.length)
      const to =
        (from + 1 + Math.floor(Math.random() * (this.accounts.length - 1))) % this.accounts.length
      const isTooMuch = Math.random() < 0.1
      const cents = isTooMuch ? TOO_MUCH_CENTS : 1 + Math.floor(Math.random() * 500)
      const transfer = {
        from_account: this.accounts[from]!,
        to_account: this.accounts[to]!,
        amount: (cents / 100).toFixed(2),
        asset_code: 'USD',
        workflow_enabled: false,
      }
      const key = randomUUID()
      const answer = await this.client.persist('POST', '/api/v2/transfers', transfer, key)
      const done = { key, ...transfer, cents, answer }
      if (answer.status === 201) {
        this.note()
        this.acknowledged.push(done)
      } else if (isTooMuch && answer.body?.error?.code === 'INSUFFICIENT_FUNDS') {
        this.refused.push(done)
      } else this.surprises.push(`${answer.status} ${JSON.stringify(answer.body)}`)
      await delay(PAUSE_MS)
    }
  }
}
