// The simulated SMS provider. The last four digits of the number decide what happens to a message:
//   …0000  refused as a number that does not exist
//   …0001  accepted, then reported as failed
//   …0002  accepted, delivered a minute later
//   …0003  not reachable at the first call, accepted at the second
//   …0004  accepted at the first call, but the answer is lost on the way
//   other  accepted, delivered at once
// It records its calls in a table, where one reference is one message.
import type { Clock } from '../../../../kernel/clock.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { DeliveryReport, OutgoingSms, SendOutcome, SmsProvider } from './provider.ts'
import { recordCall, takeDue } from './store.ts'

const LATER_MS = 60_000
const REPORTS_AT_ONCE = 100

/** Its name in settings, answers and rows. */
export const SIMULATED = 'mock'

export interface SimulatedOptions {
  readonly environment: Environment
  readonly db: Db
  readonly clock: Clock
}

export function simulatedProvider({ environment, db, clock }: SimulatedOptions): SmsProvider {
  return {
    name: SIMULATED,
    simulated: true,
    async send(sms: OutgoingSms): Promise<SendOutcome> {
      const rule = sms.destination.slice(-4)
      if (rule === '0000')
        return {
          outcome: 'refused',
          error_code: 'invalid_number',
          reason: 'The number does not exist.',
        }
      const now = clock.now()
      const { calls, provider_id } = await recordCall(db, {
        ...sms,
        environment,
        provider_id: `${SIMULATED}_${sms.reference.replaceAll('-', '')}`,
        is_accepted: rule !== '0003',
        outcome: rule === '0001' ? 'failed' : 'delivered',
        due_at: rule === '0002' ? new Date(now.getTime() + LATER_MS) : now,
        created_at: now,
      })
      if (calls === 1 && (rule === '0003' || rule === '0004'))
        throw new Error('the simulated provider did not answer')
      return { outcome: 'accepted', provider_id }
    },
  }
}

/** The delivery reports that are due; each is returned once. */
export async function takeSimulatedReports(
  tx: Db,
  environment: Environment,
  now: Date,
): Promise<DeliveryReport[]> {
  const due = await takeDue(tx, environment, now, REPORTS_AT_ONCE)
  return due.map(({ provider_id, outcome, due_at }) => ({
    provider_id,
    status: outcome,
    error_code: outcome === 'failed' ? 'absent_subscriber' : null,
    mcc: null,
    mnc: null,
    reported_at: new Date(due_at),
  }))
}
