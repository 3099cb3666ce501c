// The operations that state a reason for being exempt from a question. A test compares them with those that need one, so
// that a reason which is not needed is noticed as well.
import type { Exemptions } from '../../src/operation/exemptions.ts'
import { describeForTests } from '../harness/describe.ts'

/** The names of the operations, in order. */
export const exemptFrom = (question: keyof Exemptions): string[] =>
  describeForTests()
    .operations.filter(({ exempt }) => exempt?.[question] !== undefined)
    .map(({ name }) => name)
    .toSorted()
