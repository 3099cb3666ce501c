// Whether there is a sanctions list, since when, and whether its file can still be read.
import { gauge, type ProcessMetric } from '../../../../platform/metric.ts'
import type { SanctionsList } from './list.ts'

export const listMetrics = (list: SanctionsList): ProcessMetric[] => [
  gauge(
    {
      name: 'florin_sanctions_list_entries',
      help: 'Entries of the sanctions list in use; 0 without a list.',
    },
    () => list.current?.entries ?? 0,
  ),
  gauge(
    {
      name: 'florin_sanctions_list_loaded_timestamp_seconds',
      help: 'When this process loaded the list in use: at its start, or when the file changed.',
    },
    () => list.current && list.current.loaded_at.getTime() / 1_000,
  ),
  gauge(
    {
      name: 'florin_sanctions_list_unreadable',
      help: 'Whether the file could not be read when it was last checked, so that an older list is in use: 1 or 0.',
    },
    () => (list.problem === null ? 0 : 1),
  ),
]
