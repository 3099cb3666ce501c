// The order of test files: random, because none may depend on what ran before it. Only the longest begin first, so that
// none of them runs alone at the end while the other cores have nothing to do.
import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take more than half a minute on two cores, the longest first. */
export const LONGEST = [
  'test/contract/every-operation.test.ts',
  'test/process/stop.test.ts',
  'test/process/commands.test.ts',
  'test/contract/openapi.test.ts',
  'test/docs/snippets.test.ts',
  'test/process/surroundings.test.ts',
  'test/contract/tenants.test.ts',
  'test/console/developer.test.ts',
  'test/process/shared-database.test.ts',
  'test/process/kill.test.ts',
  'test/process/upgrade.test.ts',
  'test/console/customer.test.ts',
  'test/console/operator.test.ts',
  'test/process/wrong-environment.test.ts',
] as const

/** Sorts paths; the same seed gives the same order. */
export function order<Spec>(
  specs: readonly Spec[],
  seed: number,
  pathOf: (spec: Spec) => string,
): Spec[] {
  const keyOf = (path: string): string => {
    const rank = LONGEST.findIndex((long) => path.endsWith(long))
    return rank < 0
      ? createHash('sha256').update(`${seed} ${path}`).digest('hex')
      : `- ${String(rank).padStart(2, '0')}`
  }
  const keys = new Map(specs.map((spec) => [spec, keyOf(pathOf(spec))]))
  return specs.toSorted((a, b) => (keys.get(a)! < keys.get(b)! ? -1 : 1))
}

export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return order(files, this.ctx.config.sequence.seed, ({ moduleId }) => moduleId)
  }
}
