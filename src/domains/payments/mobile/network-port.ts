// The port to the networks. The bank submits a payment, and later polls whether it was confirmed. The simulated
// network moves nothing outside the bank: confirmations follow from the time, and two descriptions make it fail.
import { hashSecret } from '../../../platform/secrets.ts'
import type { Environment } from '../../../operation/caller.ts'
import { Unavailable } from '../../../operation/error.ts'
import { confirmationsAt, confirmationTimeOf } from './networks.ts'
import type { IntentRow } from './intents/store.ts'

export type Broadcast =
  | { readonly hash: string | null }
  | { readonly code: string; readonly message: string }

export type Answer = 'waiting' | 'confirmed' | { readonly code: string; readonly message: string }

type Handed = Pick<IntentRow, 'id' | 'environment' | 'network' | 'description'>

export interface NetworkPort {
  readonly simulated: boolean
  /** Idempotent: submitting the same payment again has no further effect. */
  broadcast(intent: Handed): Broadcast
  answer(intent: Handed, submitted: Date, now: Date): Answer
}

/** A description that makes the simulated network reject the payment at once. */
export const SIMULATED_REJECTION = 'simulate: broadcast failure'
/** A description that makes the simulated network lose the payment. */
export const SIMULATED_LOSS = 'simulate: confirmation failure'

/** The bank's own ledger, which never rejects or loses a payment. */
const ownLedger: NetworkPort = {
  simulated: false,
  broadcast: () => ({ hash: null }),
  answer: ({ network }, submitted, now) =>
    confirmationsAt(network, submitted, now) >= confirmationTimeOf(network).confirmations
      ? 'confirmed'
      : 'waiting',
}

const simulatedNetwork: NetworkPort = {
  simulated: true,
  broadcast: ({ id, environment, description }) =>
    description === SIMULATED_REJECTION
      ? { code: 'SEND_FAILED', message: 'The simulated network refused the payment.' }
      : { hash: `0x${hashSecret(`${environment}/${id}`).toString('hex')}` },
  answer(intent, submitted, now) {
    const answer = ownLedger.answer(intent, submitted, now)
    return answer === 'confirmed' && intent.description === SIMULATED_LOSS
      ? { code: 'SEND_FAILED', message: 'The simulated network did not confirm the payment.' }
      : answer
  },
}

export interface Networks {
  /** The network of a new payment; throws if the bank has no real network for it. */
  choose(intent: Pick<IntentRow, 'network'>, environment: Environment): NetworkPort
  find(intent: Pick<IntentRow, 'network'>): NetworkPort
}

/** In production, live payments are never simulated, so merchants cannot be paid over a network there. */
export function makeNetworks(production: boolean): Networks {
  const find = ({ network }: Pick<IntentRow, 'network'>): NetworkPort =>
    network === 'internal' ? ownLedger : simulatedNetwork
  return {
    find,
    choose(intent, environment) {
      if (intent.network !== 'internal' && production && environment === 'live')
        throw Unavailable({
          reason:
            'Payments over networks are not available at this bank: no network is configured.',
        })
      return find(intent)
    },
  }
}
