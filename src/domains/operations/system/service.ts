// Checks the components that the service needs.
import type { Db } from '../../../platform/database.ts'
import { isReachable } from './store.ts'

export async function checkDatabase(tx: Db) {
  const from = performance.now()
  const isUp = await isReachable(tx)
  return {
    name: 'database',
    status: isUp ? ('operational' as const) : ('outage' as const),
    latency_ms: Math.round((performance.now() - from) * 100) / 100,
  }
}
