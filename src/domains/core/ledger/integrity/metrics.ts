// How long ago the prover verified the ledger, whichever node did it. What it found is counted in the process that
// runs it (see `setProof` in src/platform/metrics.ts).
import type { Clock } from '../../../../kernel/clock.ts'
import { describeGauge, type StoredMetrics } from '../../../../platform/metric.ts'
import { findProofTimes } from './store.ts'

const CHECKED = describeGauge({
  name: 'florin_ledger_proof_age_seconds',
  help: 'Seconds since the prover last verified the newest moves.',
})
const FULL = describeGauge({
  name: 'florin_ledger_full_proof_age_seconds',
  help: 'Seconds since all books were last proved from their first move on, which is done each night.',
})

export const proofMetrics = (clock: Clock): StoredMetrics => ({
  stored: [CHECKED, FULL],
  async query(db) {
    const { checked_at, full_checked_at } = await findProofTimes(db)
    const age = (at: string | null) =>
      at === null ? undefined : Math.max(0, (clock.now().getTime() - Date.parse(at)) / 1_000)
    return { [CHECKED.name]: age(checked_at), [FULL.name]: age(full_checked_at) }
  },
})
