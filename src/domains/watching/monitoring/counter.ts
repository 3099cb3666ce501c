// Counts events as they come out of the log: a reader like any other, so that what the dashboard shows
// was really told, and how far it is behind can be seen. The rows themselves stay in the database.
import type { ReaderDef } from '../../../operation/reader.ts'
import { addCounts } from './store.ts'

/** Positions in one transaction. */
const STRETCH_MAX = 50_000

export const counter: ReaderDef = {
  name: 'dashboard',
  async read(tx, log, { after, until }) {
    const position = Math.min(until, after.position + STRETCH_MAX)
    const counts = await log.count(tx, after.position, position)
    if (counts.length > 0) await addCounts(tx, counts)
    return { position, events: counts.reduce((sum, { events }) => sum + events, 0) }
  },
}
