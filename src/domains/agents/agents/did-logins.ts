// Logins by DID. Signatures are verified off the main thread; then all waiting logins use up their challenges and open
// their sessions in one transaction.
import type { BatchRunner } from '../../../operation/batches.ts'
import type { ReadContext } from '../../../operation/operation.ts'
import type { Batch, DecidedCall, Decision, Outcome } from '../../../operation/write.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { holdStanding, issueAgentSessions } from '../../people/identity/index.ts'
import { type Challenge, readChallenge } from './challenge.ts'
import { isSignedBy } from './ed25519.ts'
import { authenticationFailed, makeSession } from './new-session.ts'
import { everyScope } from './scopes.ts'
import { type AgentRow, type Attempt, findAgent, useChallenges } from './store.ts'

export interface DidLogin {
  readonly did: string
  readonly signature: string
  readonly challenge: string
  readonly nonce?: string
  readonly user_agent?: string
}

/** A login with a genuine challenge; `agent` is undefined when the signature is not the agent's. */
export interface CheckedLogin {
  readonly request: DidLogin
  readonly challenge: Challenge
  readonly agent: AgentRow | undefined
}

type Answer = ReturnType<typeof makeSession>['answer']

export async function checkLogin(
  request: DidLogin,
  { tx, now }: ReadContext,
  sealer: Sealer,
): Promise<CheckedLogin> {
  const challenge = readChallenge(request.challenge, now, sealer)
  const isTheirs = challenge?.did === request.did
  if (!isTheirs || (request.nonce ?? challenge.nonce) !== challenge.nonce)
    throw authenticationFailed()
  const agent = await findAgent(tx, request.did)
  const isGood = agent && (await isSignedBy(agent.public_key, request.challenge, request.signature))
  return { request, challenge, agent: isGood ? agent : undefined }
}

/**
 * The first attempt uses up a challenge, right or wrong. A DID key stops working when the credential with
 * which it was set has ended.
 */
export class DidLogins implements BatchRunner<CheckedLogin, Answer> {
  readonly name = 'logins'
  readonly sizeMax = 256

  async decide({ tx, calls }: Batch<CheckedLogin>): Promise<Decision<Answer>> {
    const admitted = await useChallenges(tx, listAttempts(calls))
    const agents = new Set(calls.flatMap(({ request }) => request.agent?.uuid ?? []))
    const standing = await holdStanding(tx, [...agents])
    const opened = calls.map(({ request: { agent, challenge, request }, cause }) => {
      // If two logins of a batch bring the same challenge, the first uses it up.
      const isAdmitted = admitted.delete(challenge.nonce)
      return isAdmitted && agent && standing.has(agent.uuid)
        ? makeSession(agent, { ...request, scopes: everyScope, parent: agent.uuid }, cause)
        : undefined
    })
    const sessions = opened.flatMap((one) => one?.session ?? [])
    if (sessions.length > 0) await issueAgentSessions(tx, sessions)
    const outcomes = opened.map(
      (one): Outcome<Answer> =>
        one ? { result: one.answer } : { refused: authenticationFailed() },
    )
    return { outcomes }
  }
}

/** One attempt for each challenge: that of the first login which brings it. */
function listAttempts(calls: readonly DecidedCall<CheckedLogin>[]): Attempt[] {
  const attempts = new Map<string, Attempt>()
  for (const { request } of calls) {
    const { challenge, agent } = request
    const { nonce, expires_at } = challenge
    if (attempts.has(nonce)) continue
    const key_version = agent?.key_version ?? null
    attempts.set(nonce, { nonce, expires_at, agent: agent?.uuid ?? null, key_version })
  }
  return [...attempts.values()]
}
