// Logins by DID. Signatures are verified off the main thread; then all logins of one moment use up
// their challenges and open their sessions in one transaction, as the ledger does with postings.
import type { Cause, BookName, Plan } from '../../../operation/posting.ts'
import type { PostingRunner } from '../../../operation/pipeline.ts'
import {
  findEarlier,
  keepReply,
  type IdempotentCall,
  type Outcome,
  type Reply,
} from '../../../operation/idempotency.ts'
import { insertAudits } from '../../../operation/store.ts'
import { type Database, type Db, retrying } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import { holdStanding, issueAgentSessions } from '../../people/identity/index.ts'
import { type Challenge, readChallenge } from './challenge.ts'
import { isSignedBy } from './keys.ts'
import { openSession, refuse } from './opening.ts'
import { everyScope } from './scopes.ts'
import { type AgentRow, type Attempt, findAgent, useChallenges } from './store.ts'

const BATCH_MAX = 256

export interface DidLogin {
  readonly did: string
  readonly signature: string
  readonly challenge: string
  readonly nonce?: string
  readonly user_agent?: string
}

type Answer = ReturnType<typeof openSession>['answer']

/** Plans that carry this name are decided at the login desk. */
export const LOGIN_RUNNER = 'agents.login'

/** A login as a posting's plan: the pipeline treats it like any other, and the desk decides it. */
export class Login implements Plan<Answer> {
  readonly runner = LOGIN_RUNNER
  readonly books: readonly BookName[] = []
  readonly request: DidLogin

  constructor(request: DidLogin) {
    this.request = request
  }

  decide(): Answer {
    throw new Error('a login is decided at the login desk')
  }
}

/** A login whose challenge is one of ours; `agent` is there when the signature was its own. */
interface Entry {
  readonly request: DidLogin
  readonly challenge: Challenge
  readonly agent: AgentRow | undefined
  readonly cause: Cause
}

interface Waiting extends Entry {
  readonly resolve: (answer: Answer | undefined) => void
  readonly reject: (error: unknown) => void
}

export interface LoginDeskOptions {
  readonly database: Pick<Database, 'read' | 'write'>
  readonly sealer: Sealer
}

export class LoginDesk implements PostingRunner {
  private readonly options: LoginDeskOptions
  private queue: Waiting[] = []
  private isWorking = false

  constructor(options: LoginDeskOptions) {
    this.options = options
  }

  async run(
    { request }: Login,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
    finish: (output: unknown) => unknown,
  ): Promise<Reply> {
    const challenge = readChallenge(request.challenge, cause.now, this.options.sealer)
    const isTheirs = challenge?.did === request.did
    if (!isTheirs || (request.nonce ?? challenge.nonce) !== challenge.nonce) throw refuse()
    const entry = { request, challenge, cause, agent: await this.findSigner(request) }
    if (idempotency) return this.admitOnce(entry, idempotency, finish)
    const answer = await this.admit(entry)
    if (!answer) throw refuse()
    return { output: finish(answer), replayed: false }
  }

  private async findSigner(request: DidLogin): Promise<AgentRow | undefined> {
    const agent = await findAgent(this.options.database.read, request.did)
    if (!agent) return undefined
    const isGood = await isSignedBy(agent.public_key, request.challenge, request.signature)
    return isGood ? agent : undefined
  }

  private admit(entry: Entry): Promise<Answer | undefined> {
    // Two that bring one challenge at the same moment: the first uses it up.
    if (this.queue.some((other) => other.challenge.nonce === entry.challenge.nonce))
      return Promise.resolve(undefined)
    const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>()
    this.queue.push({ ...entry, resolve, reject })
    if (!this.isWorking) void this.work()
    return promise
  }

  private async work(): Promise<void> {
    this.isWorking = true
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, BATCH_MAX)
      try {
        const answers = await this.inTransaction((tx) => admitAll(tx, batch))
        batch.forEach(({ resolve }, index) => resolve(answers[index]))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.isWorking = false
  }

  /** With an Idempotency-Key it goes alone, because its reply is kept with it. */
  private async admitOnce(
    entry: Entry,
    idempotency: IdempotentCall,
    finish: (output: unknown) => unknown,
  ) {
    const { sealer } = this.options
    const outcome = await this.inTransaction(async (tx): Promise<Outcome> => {
      const earlier = await findEarlier(tx, idempotency, sealer)
      if (earlier) return earlier
      const [answer] = await admitAll(tx, [entry])
      if (!answer) return { kept: refuse() }
      const output = finish(answer)
      await keepReply(tx, idempotency, output, sealer, entry.cause.now)
      return { output, replayed: false }
    })
    if ('kept' in outcome) throw outcome.kept
    return outcome
  }

  private inTransaction<Output>(work: (tx: Db) => Promise<Output>): Promise<Output> {
    return retrying(() => this.options.database.write.transaction().execute(work))
  }
}

/**
 * A challenge is used up by the first try, right or wrong. The key of a DID that was set with a credential
 * which has ended opens nothing any more.
 */
async function admitAll(tx: Db, entries: readonly Entry[]): Promise<(Answer | undefined)[]> {
  const admitted = await useChallenges(tx, entries.map(toAttempt))
  const standing = await holdStanding(tx, [
    ...new Set(entries.flatMap(({ agent }) => agent?.uuid ?? [])),
  ])
  const opened = entries.map(({ agent, challenge, request, cause }) =>
    agent && admitted.has(challenge.nonce) && standing.has(agent.uuid)
      ? openSession(agent, { ...request, scopes: everyScope, parent: agent.uuid }, cause)
      : undefined,
  )
  const sessions = opened.flatMap((one) => one?.session ?? [])
  if (sessions.length > 0) {
    await issueAgentSessions(tx, sessions)
    await insertAudits(
      tx,
      entries.filter((_, index) => opened[index]).map(({ cause }) => cause),
    )
  }
  return opened.map((one) => one?.answer)
}

const toAttempt = ({ challenge, agent }: Entry): Attempt => ({
  nonce: challenge.nonce,
  expires_at: challenge.expires_at,
  agent: agent?.uuid ?? null,
  key_version: agent?.key_version ?? null,
})
