// Batches logins by DID. Signatures are verified off the main thread; then all waiting logins use up their
// challenges and open their sessions in one transaction, as the ledger does with postings.
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
import { isSignedBy } from './ed25519.ts'
import { makeSession, authenticationFailed } from './new-session.ts'
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

type Answer = ReturnType<typeof makeSession>['answer']

/** The batcher runs the plans that carry this name. */
export const LOGIN_RUNNER = 'agents.login'

/** A login in the form of a plan, so that the pipeline hands it to its runner, the batcher. */
export class Login implements Plan<Answer> {
  readonly runner = LOGIN_RUNNER
  readonly books: readonly BookName[] = []
  readonly request: DidLogin

  constructor(request: DidLogin) {
    this.request = request
  }

  decide(): Answer {
    throw new Error('A login is decided by the LoginBatcher.')
  }
}

/** A login with a genuine challenge; `agent` is undefined when the signature is not the agent's. */
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

export interface LoginBatcherOptions {
  readonly database: Pick<Database, 'read' | 'write'>
  readonly sealer: Sealer
}

export class LoginBatcher implements PostingRunner {
  private readonly options: LoginBatcherOptions
  private queue: Waiting[] = []
  private isWorking = false

  constructor(options: LoginBatcherOptions) {
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
    if (!isTheirs || (request.nonce ?? challenge.nonce) !== challenge.nonce)
      throw authenticationFailed()
    const entry = { request, challenge, cause, agent: await this.findSigner(request) }
    if (idempotency) return this.admitOnce(entry, idempotency, finish)
    const answer = await this.admit(entry)
    if (!answer) throw authenticationFailed()
    return { output: finish(answer), replayed: false }
  }

  private async findSigner(request: DidLogin): Promise<AgentRow | undefined> {
    const agent = await findAgent(this.options.database.read, request.did)
    if (!agent) return undefined
    const isGood = await isSignedBy(agent.public_key, request.challenge, request.signature)
    return isGood ? agent : undefined
  }

  private admit(entry: Entry): Promise<Answer | undefined> {
    // When two logins bring the same challenge at once, the first uses it up.
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

  /** A login with an Idempotency-Key gets its own transaction, which also stores its reply. */
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
      if (!answer) return { kept: authenticationFailed() }
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
 * The first attempt uses up a challenge, right or wrong. A DID key stops working when the credential with
 * which it was set has ended.
 */
async function admitAll(tx: Db, entries: readonly Entry[]): Promise<(Answer | undefined)[]> {
  const admitted = await useChallenges(tx, entries.map(toAttempt))
  const standing = await holdStanding(tx, [
    ...new Set(entries.flatMap(({ agent }) => agent?.uuid ?? [])),
  ])
  const opened = entries.map(({ agent, challenge, request, cause }) =>
    agent && admitted.has(challenge.nonce) && standing.has(agent.uuid)
      ? makeSession(agent, { ...request, scopes: everyScope, parent: agent.uuid }, cause)
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
