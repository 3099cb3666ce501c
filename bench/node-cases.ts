// Measures several nodes on one database against one node, with the same number of connections in all. On a machine
// whose processors one node already fills, another cannot add anything; the bars say what it may cost at most.
import type { Bench } from './bench.ts'
import type { Bar, Case } from './case.ts'
import { Fleet } from './fleet.ts'
import type { Choice } from './load/plan.ts'
import { type GetBank, measureDirect } from './transfer-cases.ts'

const CONNECTIONS = 256

export function listNodeCases(bench: Bench, getBank: GetBank): Case[] {
  const fleet = new Fleet(bench)
  const make = (name: string, nodes: number, choice: Choice, bars: readonly Bar[] = []): Case => ({
    name,
    title: `transfers, ${CONNECTIONS} connections, ${nodes} node${nodes > 1 ? 's' : ''}${choice === 'hot' ? ', one hot account' : ''}`,
    bars,
    prepare: async () => void (await getBank()),
    async measure() {
      const bank = await getBank()
      const others = await fleet.resize(nodes, bank)
      return measureDirect(bench, bank, name, CONNECTIONS, choice, others)
    },
    finish: () => fleet.stop(),
  })
  const ofOne = (atLeast: number, one = 'nodes-1'): Bar[] => [
    { kind: 'ratio', atLeast, ofBest: [one] },
  ]
  return [
    make('nodes-1', 1, 'spread'),
    make('nodes-1-hot', 1, 'hot'),
    make('nodes-2', 2, 'spread', ofOne(0.95)),
    make('nodes-2-hot', 2, 'hot', ofOne(0.85, 'nodes-1-hot')),
    make('nodes-4', 4, 'spread', ofOne(0.85)),
  ]
}
