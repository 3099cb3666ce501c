// All ledger cases in the order in which they run: writes beside their yardsticks, then reads of a filled
// ledger, then the optional cases.
import { openBank } from './bank.ts'
import type { Bench } from './bench.ts'
import type { Group } from './case.ts'
import { makeMemoryCase } from './memory-case.ts'
import type { Options } from './options.ts'
import { listReadCases } from './read-cases.ts'
import { makeScaleCase } from './scale-case.ts'
import { listTransferCases } from './transfer-cases.ts'
import { listYardsticks, once } from './yardsticks.ts'

const ACCOUNTS = 10_000
const FULL_HISTORY = 1_000_000
const QUICK_HISTORY = 50_000

export function listLedgerGroups(bench: Bench, { quick, memory, scale }: Options): Group[] {
  const { rounds } = bench.pace
  const getBank = once(() => openBank(bench.florin.url, ACCOUNTS))
  const writes = [...listYardsticks(bench), ...listTransferCases(bench, getBank)]
  const reads = listReadCases(bench, getBank, quick ? QUICK_HISTORY : FULL_HISTORY)
  return [
    { cases: writes, rounds },
    { cases: reads, rounds },
    ...(scale ? [{ cases: [makeScaleCase(bench)], rounds }] : []),
    ...(memory ? [{ cases: [makeMemoryCase(bench, getBank, quick)], rounds: 1 }] : []),
  ]
}
