// Checks that the bank stays fast with 1,000,000 accounts and 10,000,000 entries, which are written by SQL,
// because creating them through the API would take too long.
import type { Bench } from './bench.ts'
import type { Case } from './case.ts'
import { fillTables } from './fill-tables.ts'
import { DIRECT } from './names.ts'
import { measureDirect } from './transfer-cases.ts'
import { once } from './yardsticks.ts'

const CONNECTIONS = 256
const SCALE = { accounts: 1_000_000, rounds: 18 }

export function makeScaleCase(bench: Bench): Case {
  const fill = once(() => fillTables(bench.florin, SCALE))
  const name = 'scale'
  return {
    name,
    title: `transfers, ${CONNECTIONS} connections, 1,000,000 accounts and 10,000,000 entries`,
    bars: [{ kind: 'ratio', atLeast: 0.8, ofBest: DIRECT }],
    prepare: async () => void (await fill()),
    measure: async () => measureDirect(bench, await fill(), name, CONNECTIONS, 'spread'),
  }
}
