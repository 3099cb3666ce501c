// What happened to a payment, from the rows of the domains that did it: the ledger's here, and those of other domains by
// an extension point. A domain adds only what its own rows say, and only what the caller may know.
import type { Value } from '../../../../kernel/value.ts'
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Context } from '../../../../operation/operation.ts'
import * as schema from './schema.ts'

export type Moment = Value<typeof schema.Step>

/** A payment as the caller sees it. */
export interface SeenPayment {
  readonly id: string
  /** Only the bank writes a kind other than its type, so that the metadata of such a payment is the bank's, too. */
  readonly kind: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** The accounts of the moves that the caller sees. */
  readonly accounts: ReadonlySet<string>
}

export type ListMoments = (payment: SeenPayment, ctx: Context) => Promise<readonly Moment[]>

type New = Pick<Moment, 'step' | 'summary'> & Partial<Moment>

/** None if it has not happened. */
export const momentAt = (at: string | null | undefined, moment: New): Moment[] =>
  at === null || at === undefined
    ? []
    : [{ by: null, note: null, payment_uuid: null, ...moment, at }]

/** In the order of time; of one instant, in the order of the domains. */
export async function addMoments(
  own: readonly Moment[],
  payment: SeenPayment,
  ctx: Context,
  { handlers }: Handlers<ListMoments>,
): Promise<Moment[]> {
  const more = await Promise.all(handlers.map((list) => list(payment, ctx)))
  return [...own, ...more.flat()]
    .toSorted((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime())
    .slice(0, schema.TIMELINE_MAX)
}
