// Counts events as they appear in the log. It is a reader like any other, so the dashboard shows only events that
// were announced, and its own lag is visible. The database does the counting; no rows are fetched.
import type { ReaderDef } from '../../../operation/reader.ts'
import { addCounts } from './store.ts'

/** The number of log positions counted in one transaction. */
const STRETCH_MAX = 50_000

export const counter: ReaderDef = {
  name: 'dashboard',
  // The dashboard has a resolution of minutes.
  givesWay: true,
  async read(tx, log, { after, until }) {
    const position = Math.min(until, after.position + STRETCH_MAX)
    const counts = await log.count(tx, after.position, position)
    if (counts.length > 0) await addCounts(tx, counts)
    return { position, events: counts.reduce((sum, { events }) => sum + events, 0) }
  },
}
