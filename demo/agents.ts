// Two agents with two agreements: one escrow was released, the other waits for the seller.
import {
  agentList,
  agentRegister,
  escrowCreate,
  escrowFund,
  escrowList,
  escrowRelease,
} from '../sdk/client/operations.ts'
import { escrows } from './activity.ts'
import type { Cast } from './load.ts'
import type { Person } from './person.ts'

const ESCROW_SECONDS = 30 * 86_400

export async function loadAgents({ amara, noah }: Cast): Promise<void> {
  const buyer_did = await findAgent(amara, 'Purchasing', 'Orders and pays for work.')
  const seller_did = await findAgent(noah, 'Workshop', 'Takes orders for web pages.')
  const { data: existing } = await amara.read(escrowList, { limit: 100 })
  for (const { key, amount, conditions, isReleased } of escrows) {
    const escrow =
      existing.find(({ metadata }) => metadata.demo === key) ??
      (
        await amara.write(`escrow-${key}`, escrowCreate, {
          buyer_did,
          seller_did,
          amount,
          currency: 'USD',
          conditions,
          release_conditions: conditions,
          timeout_seconds: ESCROW_SECONDS,
          metadata: { demo: key },
        })
      ).data
    const { escrow_id, status } = escrow
    if (status === 'created')
      await amara.write(`fund-${key}`, escrowFund, { escrow_id, funder_did: buyer_did })
    if (isReleased && (status === 'created' || status === 'funded'))
      await amara.write(`release-${key}`, escrowRelease, {
        escrow_id,
        releaser_did: buyer_did,
        conditions_met: conditions,
      })
  }
}

/** The bank makes the key of the agent and shows it once; it is not needed here. */
async function findAgent(person: Person, name: string, description: string): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const { data } = await person.read(agentList, { per_page: 100 })
    return data.find((agent) => agent.name === name)?.did
  }
  const earlier = await find()
  if (earlier !== undefined) return earlier
  await person.issue(`agent-${name}`, agentRegister, {
    name,
    type: 'service',
    description,
    metadata: { account_uuid: person.account().uuid },
  })
  return (await find())!
}
