// All ledger cases in the order in which they run: writes beside their yardsticks, then reads of a filled
// ledger, then openings and commands, then the optional cases.
import { openBank } from './bank.ts'
import type { Bench } from './bench.ts'
import type { Group } from './case.ts'
import { listCommandCases } from './command-cases.ts'
import { makeMemoryCase } from './memory-case.ts'
import { listNodeCases } from './node-cases.ts'
import type { Options } from './options.ts'
import { listOpeningCases } from './opening-cases.ts'
import { listPressureCases } from './pressure-cases.ts'
import { listReadCases } from './read-cases.ts'
import { listScaleGroups } from './scale-case.ts'
import { listTransferCases } from './transfer-cases.ts'
import { listYardsticks, once } from './yardsticks.ts'

const ACCOUNTS = 10_000
const QUICK_ACCOUNTS = 1_000
const FULL_HISTORY = 1_000_000
const QUICK_HISTORY = 50_000

export function listLedgerGroups(bench: Bench, { quick, memory, scale }: Options): Group[] {
  const { rounds } = bench.pace
  const getBank = once(() => openBank(bench.florin.url, quick ? QUICK_ACCOUNTS : ACCOUNTS))
  const writes = [
    ...listYardsticks(bench),
    ...listTransferCases(bench, getBank),
    ...listPressureCases(bench, getBank),
  ]
  const reads = listReadCases(bench, getBank, quick ? QUICK_HISTORY : FULL_HISTORY)
  return [
    { cases: writes, rounds },
    { cases: listNodeCases(bench, getBank), rounds },
    { cases: reads, rounds },
    { cases: [...listOpeningCases(bench), ...listCommandCases(bench, getBank)], rounds },
    ...(scale ? listScaleGroups(bench, quick) : []),
    ...(memory ? [{ cases: [makeMemoryCase(bench, getBank, quick)], rounds: 1 }] : []),
  ]
}
