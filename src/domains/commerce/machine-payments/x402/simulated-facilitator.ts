// The simulated facilitator: verifies like a real one, and uses a table in place of a chain. Every payer has a
// thousand USDC on each chain, less the payments made here. An authorization is identified by payer and
// nonce, and counts once. The transaction hash is derived from the settled payment.
import { createHash } from 'node:crypto'
import type { Clock } from '../../../../kernel/clock.ts'
import { type Db, retrying } from '../../../../platform/database.ts'
import * as store from './store.ts'
import type { Facilitator, Settlement } from './facilitator.ts'
import { getNetwork } from './networks.ts'
import { findFault, type Requirement, type X402Proof } from './protocol.ts'

/** Millionths of a USDC. */
const SIMULATED_BALANCE = 1_000_000_000n

export interface SimulatedOptions {
  readonly db: Db
  readonly clock: Clock
}

export function simulatedFacilitator({ db, clock }: SimulatedOptions): Facilitator {
  const refuse = (reason: string): Settlement => ({
    success: false,
    reason,
    payer: null,
    transaction: '',
  })
  return {
    url: 'local',
    simulated: true,
    async verify(proof, requirement) {
      const fault = findSimulatedFault(proof, requirement, clock.now())
      if (fault !== undefined) return { isValid: false, reason: fault, payer: null }
      const { payer, value } = keyOf(proof, requirement)
      const spent = await store.sumSpent(db, requirement.network, payer)
      return spent + value > SIMULATED_BALANCE
        ? { isValid: false, reason: 'insufficient_funds', payer }
        : { isValid: true, reason: null, payer }
    },
    async settle(proof, requirement, reference) {
      if (!proof.authorization) return refuse('invalid_payload')
      const { value, ...key } = keyOf(proof, requirement)
      const succeed = (transaction: string): Settlement => ({
        success: true,
        reason: null,
        payer: key.payer,
        transaction,
      })
      return retrying(() =>
        db.transaction().execute(async (tx) => {
          await store.lockPayer(tx, key.payer)
          const used = await store.findAuthorization(tx, key)
          // A settled authorization stays settled, even if asked again after its expiry.
          if (used)
            return used.reference === reference
              ? succeed(used.transaction_hash)
              : refuse('payment_already_used')
          const now = clock.now()
          const fault = findSimulatedFault(proof, requirement, now)
          if (fault !== undefined) return refuse(fault)
          const spent = await store.sumSpent(tx, key.network, key.payer)
          if (spent + value > SIMULATED_BALANCE) return refuse('insufficient_funds')
          const transaction_hash = hashOf(key, reference)
          await store.insertAuthorization(tx, { ...key, value, reference, transaction_hash }, now)
          return succeed(transaction_hash)
        }),
      )
    },
  }
}

function findSimulatedFault(proof: X402Proof, requirement: Requirement, now: Date) {
  if (getNetwork(requirement.network).chain_id === null) return 'invalid_network'
  return findFault(proof, requirement, now)
}

function keyOf({ authorization }: X402Proof, { network, asset, payTo }: Requirement) {
  const { from, nonce, value } = authorization!
  return {
    network,
    asset: asset.toLowerCase(),
    payer: from.toLowerCase(),
    nonce: nonce.toLowerCase(),
    pay_to: payTo.toLowerCase(),
    value: BigInt(value),
  }
}

const hashOf = (key: object, reference: string): string =>
  `0x${createHash('sha256')
    .update(JSON.stringify([key, reference]))
    .digest('hex')}`
