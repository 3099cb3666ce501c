// Two agents with two agreements: one escrow was released, the other waits for the seller.
import {
  agentList,
  agentRegister,
  escrowCreate,
  escrowFund,
  escrowList,
  escrowRelease,
} from '../sdk/client/operations.ts'
import type { StoryDay } from './calendar.ts'
import type { Cast } from './load.ts'
import type { Person } from './person.ts'

const REGISTERED_ON = 12
const ESCROW_SECONDS = 30 * 86_400

interface DemoEscrow {
  readonly key: string
  readonly amount: string
  readonly conditions: readonly string[]
  readonly when: (day: StoryDay) => boolean
  /** The number of the day; without it the escrow still waits. */
  readonly releasedOn?: number
}

export const escrows: readonly DemoEscrow[] = [
  {
    key: 'landing-page',
    amount: '250.00',
    conditions: ['The page is online'],
    when: ({ index }) => index === 14,
    releasedOn: 24,
  },
  {
    key: 'checkout',
    amount: '400.00',
    conditions: ['The checkout works', 'Receipts are sent by e-mail'],
    when: ({ left }) => left === 6,
  },
]

export async function agree({ amara, noah }: Cast, day: StoryDay): Promise<void> {
  if (day.index === REGISTERED_ON) {
    await findAgent(amara, 'Purchasing', 'Orders and pays for work.')
    await findAgent(noah, 'Workshop', 'Takes orders for web pages.')
  }
  const due = escrows.filter(({ when, releasedOn }) => when(day) || releasedOn === day.index)
  if (due.length === 0) return
  const buyer_did = await findAgent(amara, 'Purchasing', 'Orders and pays for work.')
  const seller_did = await findAgent(noah, 'Workshop', 'Takes orders for web pages.')
  const { data: existing } = await amara.read(escrowList, { limit: 100 })
  for (const { key, amount, conditions, releasedOn } of due) {
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
    if (releasedOn === day.index && (status === 'created' || status === 'funded'))
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
