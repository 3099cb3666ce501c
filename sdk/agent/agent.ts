// The client of one agent. It signs in with the agent's key when needed, and every write carries an idempotency key,
// so that a retry after a lost answer never pays twice.
import { type Request, send } from './http.ts'
import { FlorinError, isPassing, retrying, wait } from './retries.ts'
import { makeKeyPair, makeSigner } from './keys.ts'
import type {
  Escrow,
  EscrowRequest,
  Following,
  Message,
  MessageRequest,
  Payment,
  PaymentRequest,
  Registration,
  Resolution,
} from './types.ts'

/** Everything needed to act as this agent again: keep it as secret as a password. */
export interface AgentCredentials {
  readonly url: string
  readonly did: string
  readonly privateKey: string
}

/** How many messages are read at a time. */
const PAGE = 100

export class Agent {
  readonly did: string
  readonly credentials: AgentCredentials
  private readonly sign: (text: string) => Promise<string>
  private session: string | undefined

  private constructor(credentials: AgentCredentials, sign: (text: string) => Promise<string>) {
    this.credentials = credentials
    this.did = credentials.did
    this.sign = sign
  }

  /** Makes a key pair locally, registers the public key for the owner of the token, and signs in. */
  static async register(url: string, token: string, registration: Registration): Promise<Agent> {
    const { publicKey, privateKey } = await makeKeyPair()
    const { did } = await send<{ did: string }>(url, {
      method: 'POST',
      path: '/agents/register',
      body: { ...registration, public_key: publicKey },
      headers: { Authorization: `Bearer ${token}` },
    })
    return Agent.connect({ url, did, privateKey })
  }

  static async connect(credentials: AgentCredentials): Promise<Agent> {
    const agent = new Agent(credentials, await makeSigner(credentials.privateKey))
    await agent.signIn()
    return agent
  }

  /** Reserves the money; `confirm` moves it. */
  pay({ to, escrow, ...payment }: PaymentRequest): Promise<Payment> {
    return this.write(`/agents/${this.did}/payments`, {
      ...payment,
      to_agent_did: to,
      ...(escrow === undefined ? {} : { escrow_required: escrow }),
    })
  }

  confirm(transactionId: string): Promise<Payment> {
    return this.write(`/agents/${this.did}/payments/${transactionId}/confirm`)
  }

  cancel(transactionId: string, reason?: string): Promise<Payment> {
    return this.write(`/agents/${this.did}/payments/${transactionId}/cancel`, { reason })
  }

  payments(): Promise<readonly Payment[]> {
    return this.read(`/agents/${this.did}/payments`)
  }

  /** Creates an escrow with this agent as the buyer, and funds it. */
  async escrow({ seller, releaseConditions, timeoutSeconds, arbiter, ...rest }: EscrowRequest) {
    const created = await this.write<Escrow>('/escrow', {
      ...rest,
      buyer_did: this.did,
      seller_did: seller,
      release_conditions: releaseConditions,
      timeout_seconds: timeoutSeconds,
      dispute_resolution_did: arbiter,
    })
    return this.write<Escrow>(`/escrow/${created.escrow_id}/fund`, { funder_did: this.did })
  }

  release(escrowId: string, conditionsMet?: readonly string[]): Promise<Escrow> {
    return this.write(`/escrow/${escrowId}/release`, {
      releaser_did: this.did,
      conditions_met: conditionsMet,
    })
  }

  dispute(escrowId: string, reason: string, evidence?: readonly string[]): Promise<Escrow> {
    return this.write(`/escrow/${escrowId}/dispute`, { disputer_did: this.did, reason, evidence })
  }

  resolve(escrowId: string, { type, splitPercentage, reason }: Resolution): Promise<Escrow> {
    return this.write(`/escrow/${escrowId}/resolve`, {
      resolver_did: this.did,
      resolution_type: type,
      split_percentage: splitPercentage,
      reason,
    })
  }

  message({
    to,
    type = 'direct',
    requiresAcknowledgment,
    correlationId,
    replyTo,
    ...rest
  }: MessageRequest) {
    return this.write<Message>(`/agents/${this.did}/messages`, {
      ...rest,
      to_agent_did: to,
      message_type: type,
      requires_acknowledgment: requiresAcknowledgment,
      correlation_id: correlationId,
      reply_to: replyTo,
    })
  }

  inbox(): Promise<readonly Message[]> {
    return this.read(`/agents/${this.did}/messages?type=inbox`)
  }

  /**
   * Messages as they arrive, each once and in order, over restarts of the bank and failures of the network. They begin
   * after the message with the number `after` (its `metadata.sequence`), by default with the next one to arrive.
   */
  async *follow({ after, everyMs = 1_000, signal }: Following = {}): AsyncGenerator<Message, void> {
    const inbox = `/agents/${this.did}/messages?type=inbox`
    const read = async (query: string): Promise<readonly Message[]> => {
      for (;;) {
        const found = await this.read<readonly Message[]>(`${inbox}&${query}`).catch(ifPassing)
        if (found) return found
        await wait(everyMs, signal)
      }
    }
    let last = after ?? (await read('limit=1'))[0]?.metadata.sequence ?? 0
    for (;;) {
      signal?.throwIfAborted()
      const found = await read(`after_sequence=${last}&limit=${PAGE}`)
      for (const message of found) {
        last = message.metadata.sequence
        yield message
      }
      if (found.length < PAGE) await wait(everyMs, signal)
    }
  }

  acknowledge(messageId: string): Promise<Message> {
    return this.write(`/agents/${this.did}/messages/${messageId}/ack`)
  }

  private read<Data>(path: string): Promise<Data> {
    return retrying(() => this.call<Data>({ method: 'GET', path }))
  }

  private write<Data>(path: string, body: object = {}): Promise<Data> {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    return retrying(() => this.call<Data>({ method: 'POST', path, body, headers }))
  }

  /** Sends the request in the current session, and signs in again when the bank no longer accepts it (after a day). */
  private async call<Data>(request: Request): Promise<Data> {
    const attempt = async (): Promise<Data> => {
      const session = this.session ?? (await this.signIn())
      const headers = { ...request.headers, 'X-Agent-Session': session }
      return send<Data>(this.credentials.url, { ...request, headers })
    }
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof FlorinError) || error.status !== 401) throw error
      this.session = undefined
      return attempt()
    }
  }

  private async signIn(): Promise<string> {
    const { url, did } = this.credentials
    const { challenge } = await send<{ challenge: string }>(url, {
      method: 'POST',
      path: '/auth/challenge',
      body: { did },
    })
    const { session_token } = await send<{ session_token: string }>(url, {
      method: 'POST',
      path: '/auth/did',
      body: { did, challenge, signature: await this.sign(challenge) },
    })
    this.session = session_token
    return session_token
  }
}

function ifPassing(error: unknown): undefined {
  if (!isPassing(error)) throw error
}
