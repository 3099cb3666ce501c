// Checks who may see a mandate and act on it: its issuer and its subject, each through the agent itself or
// its owner.
import type { Caller } from '../../../operation/caller.ts'
import { Forbidden, NotFound } from '../../../operation/error.ts'
import {
  type MandateAction,
  type MandateStatus,
  expirableStatuses,
  sidesFor,
  type Side,
} from './life-cycle.ts'
import type { MandateRow } from './store.ts'

const actsAs = (side: Side, mandate: MandateRow, { user, agent }: Caller): boolean =>
  (user !== undefined || agent !== undefined) &&
  (user === undefined || user === mandate[`${side}_owner_uuid`]) &&
  (agent === undefined || agent === mandate[`${side}_uuid`])

/** A caller who acts for neither side gets 404. */
export function checkParty(
  mandate: MandateRow | undefined,
  uuid: string,
  caller: Caller,
): MandateRow {
  const isParty =
    mandate !== undefined &&
    mandate.environment === caller.environment &&
    (actsAs('issuer', mandate, caller) || actsAs('subject', mandate, caller))
  if (!isParty) throw NotFound({ what: 'mandate', id: uuid })
  return mandate
}

/** Returns the side for which the caller acts. */
export function checkSide(mandate: MandateRow, action: MandateAction, caller: Caller): Side {
  const allowed = sidesFor(mandate.type, action)
  const side = allowed.find((candidate) => actsAs(candidate, mandate, caller))
  if (side) return side
  const who = mandate[`${allowed[0]!}_did`]
  throw Forbidden({ reason: `Only ${who}, the ${allowed[0]} of this mandate, may ${action} it.` })
}

/** A mandate past its time is expired even before its row says so. */
export const statusAt = (mandate: MandateRow, now: Date): MandateStatus =>
  expirableStatuses.includes(mandate.status) && Date.parse(mandate.expires_at) <= now.getTime()
    ? 'expired'
    : mandate.status
