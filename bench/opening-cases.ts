// Measures the opening of accounts with an initial balance. Every opening takes its money from the same account of
// the bank, so this also shows whether openings wait for each other.
import { register } from './bank.ts'
import { type Bench, runTimed } from './bench.ts'
import type { Case } from './case.ts'
import { openAccount } from './requests.ts'
import { once } from './yardsticks.ts'

const PER_SECOND_MIN = 1_500

export function listOpeningCases(bench: Bench): Case[] {
  const { url } = bench.florin
  const getPerson = once(() => register(url, 'openings@example.com'))
  return [64, 256].map((connections) => {
    const name = `openings-${connections}`
    return {
      name,
      title: `accounts opened with an initial balance, ${connections} connections`,
      bars: [{ kind: 'per second', atLeast: PER_SECOND_MIN }],
      prepare: async () => void (await getPerson()),
      measure: async () =>
        runTimed(bench, name, { url, request: openAccount(await getPerson()), connections }),
    }
  })
}
