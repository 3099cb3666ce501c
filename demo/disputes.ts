// Payments that users dispute in the story: the bank rejected one, asks about another, and has still to decide the third.
import { disputeAsk, disputeList, disputeOpen, disputeReject } from '../sdk/client/operations.ts'
import type { DisputeOpenRequest } from '../sdk/client/types.ts'
import type { StoryDay } from './calendar.ts'
import type { Cast } from './load.ts'
import type { PersonName } from './people.ts'
import type { Caller } from './person.ts'

interface Disputed extends Pick<DisputeOpenRequest, 'reason' | 'description'> {
  readonly who: PersonName
  /** The newest payment with this reference. */
  readonly reference: string
  readonly when: (day: StoryDay) => boolean
  readonly decide?: (desk: Caller, id: string, key: string) => Promise<unknown>
}

const disputes: readonly Disputed[] = [
  {
    who: 'noah',
    reference: 'Dinner with friends',
    reason: 'wrong_amount',
    description: 'I was charged for a bottle that we sent back.',
    when: ({ index }) => index === 55,
    decide: (desk, id, key) =>
      desk.write(key, disputeReject, {
        id,
        reason: 'The receipt that the market hall sent us has no such bottle.',
      }),
  },
  {
    who: 'rosa',
    reference: 'Streaming',
    reason: 'duplicate',
    description: 'I believe that this month was paid already.',
    when: ({ left }) => left === 5,
    decide: (desk, id, key) =>
      desk.write(key, disputeAsk, {
        id,
        question: 'Which other payment do you think was for this month?',
      }),
  },
  {
    who: 'lucia',
    reference: 'Groceries',
    reason: 'not_received',
    description: 'The delivery never came, and nobody answers the phone.',
    when: ({ left }) => left === 1,
  },
]

export async function disputePayments(cast: Cast, desk: Caller, day: StoryDay): Promise<void> {
  for (const { who, reference, when, decide, ...request } of disputes) {
    if (!when(day)) continue
    const person = cast[who]
    const [entry] = await person.findEntries(reference)
    const payment_uuid = entry!.transaction_group_uuid ?? entry!.uuid
    const { data } = await person.read(disputeList, { payment_uuid })
    const key = `dispute-${reference}`
    const { uuid, status } =
      data[0] ?? (await person.write(key, disputeOpen, { payment_uuid, ...request })).data
    if (status === 'open') await decide?.(desk, uuid, key)
  }
}
