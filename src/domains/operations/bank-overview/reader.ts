// Keeps the daily volumes and the active customers: adds each stretch of the log once, in the transaction that stores
// the reader's place.
import type { ReaderDef } from '../../../operation/reader.ts'
import { listActiveOwners, sumDailyVolumes } from '../../core/ledger/index.ts'
import { addVolumes, noteActivity } from './store.ts'

/** The positions of the log that are summed in one transaction. */
const STRETCH_MAX = 20_000

export const volumeReader: ReaderDef = {
  name: 'bank_overview',
  // Sums are exact however many moves are added at once.
  givesWay: true,
  async read(tx, _log, { after, until }) {
    const position = Math.min(until, after.position + STRETCH_MAX)
    const stretch = { from: after.position + 1, until: position }
    const volumes = await sumDailyVolumes(tx, stretch)
    if (volumes.length > 0) {
      await addVolumes(tx, volumes)
      await noteActivity(tx, await listActiveOwners(tx, stretch))
    }
    return { position, events: volumes.reduce((sum, { moves }) => sum + Number(moves), 0) }
  },
}
