// How far the readers of the event log are behind: the dispatcher of webhooks, the counter of the dashboard.
import type { Clock } from '../kernel/clock.ts'
import { describeGauge, type StoredMetrics } from '../platform/metric.ts'
import { listReaders, readNewestPosition } from './log-store.ts'

const LAG = describeGauge({
  name: 'florin_reader_lag_positions',
  help: 'Positions of the event log that the reader has not read.',
  labels: ['reader'],
})
const STALLED = describeGauge({
  name: 'florin_reader_stalled_seconds',
  help: 'Seconds since a reader that is behind has last moved; 0 if it is at the end.',
  labels: ['reader'],
})

export const readerMetrics = (clock: Clock): StoredMetrics => ({
  stored: [LAG, STALLED],
  async query(db) {
    const readers = await listReaders(db)
    const newest = await readNewestPosition(db)
    const now = clock.now().getTime()
    const stalledFor = (position: number, movedAt: string | null): number =>
      position >= newest || movedAt === null ? 0 : Math.max(0, (now - Date.parse(movedAt)) / 1_000)
    return {
      [LAG.name]: readers.map(({ name, position }) => ({
        labels: { reader: name },
        value: Math.max(0, newest - position),
      })),
      [STALLED.name]: readers.map(({ name, position, moved_at }) => ({
        labels: { reader: name },
        value: stalledFor(position, moved_at),
      })),
    }
  },
})
