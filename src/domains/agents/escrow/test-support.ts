// Two agents with money, a third that resolves, and what the books say about each: shared by the tests
// of escrows and of payments.
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'
import { findBrokenRules } from '../../../../test/simulation/invariants.ts'
import { registerAgent, signIn, type TestAgent } from '../agents/test-support.ts'
import type { Fixture } from '../../core/ledger/test-support.ts'

export interface Side {
  readonly agent: TestAgent
  readonly did: string
  readonly person: Person
  readonly account: string
  /** By the owner's bearer, or by the agent's own session. */
  as(by: By): CallOptions
}

export type By = 'owner' | 'agent'
export const bys: readonly By[] = ['owner', 'agent']

export async function makeSide(
  bank: Bank,
  bench: Fixture,
  options: { readonly cents?: number; readonly person?: Person } = {},
): Promise<Side> {
  const person = options.person ?? (await bank.person())
  const account = await bench.openAccount(person, options.cents ?? 0)
  const agent = await registerAgent(bank, person, { metadata: { account_uuid: account } })
  const headers = await signIn(bank, agent)
  return {
    agent,
    did: agent.did,
    person,
    account,
    as: (by) => (by === 'owner' ? { token: person.token } : { headers }),
  }
}

export interface Money {
  readonly units: bigint
  readonly held: bigint
}

export async function moneyOf(bank: Bank, account: string, asset = 'USD'): Promise<Money> {
  const [row] = await bank.sql<{ units: string; held: string }>(
    'select units, held from ledger.balances where account_id = $1 and asset = $2',
    [account, asset],
  )
  return { units: BigInt(row?.units ?? 0), held: BigInt(row?.held ?? 0) }
}

/** The change of an account's balance and holds. */
export const differenceOf = (before: Money, after: Money): { units: number; held: number } => ({
  units: Number(after.units - before.units),
  held: Number(after.held - before.held),
})

/** The answer's data, for a call that a test only prepares with. */
export async function must(answering: Promise<Answer>) {
  const { status, body } = await answering
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

export interface EscrowScene {
  readonly bank: Bank
  readonly buyer: Side
  readonly seller: Side
  readonly resolver: Side
}

export const escrowPath = '/api/agent-protocol/escrow'

export async function createEscrow(
  { bank, buyer, seller, resolver }: EscrowScene,
  change: object = {},
): Promise<string> {
  const escrow = {
    buyer_did: buyer.did,
    seller_did: seller.did,
    amount: 10.01,
    currency: 'USD',
    timeout_seconds: 3600,
    dispute_resolution_did: resolver.did,
    ...change,
  }
  return (await must(bank.call(`POST ${escrowPath}`, escrow, buyer.as('owner')))).escrow_id
}

export type EscrowCall = 'fund' | 'release' | 'dispute' | 'resolve' | 'cancel'

/** Each operation, called by a party that may take it. */
export function callEscrow(
  { bank, buyer, seller, resolver }: EscrowScene,
  id: string,
  operation: EscrowCall,
  by: By,
  change: object = {},
  /** Cancels as the buyer before the escrow is funded, as the seller afterwards. */
  canceller: Side = buyer,
): Promise<Answer> {
  const calls: Record<EscrowCall, [object, Side]> = {
    fund: [{ funder_did: buyer.did }, buyer],
    release: [{ releaser_did: buyer.did }, buyer],
    dispute: [{ disputer_did: seller.did, reason: 'Late' }, seller],
    resolve: [
      { resolver_did: resolver.did, resolution_type: 'split', split_percentage: 50 },
      resolver,
    ],
    cancel: [{}, canceller],
  }
  const [body, side] = calls[operation]
  return bank.call(`POST ${escrowPath}/${id}/${operation}`, { ...body, ...change }, side.as(by))
}

/** The problems found in the ledger; empty when it is sound. */
export const findFaults = (bank: Bank): Promise<Record<string, object[]>> =>
  findBrokenRules((text, values) => bank.sql(text, values))
