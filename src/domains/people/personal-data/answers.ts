// The answers to the examples, recorded by `npm run examples -- personal-data` from a running bank.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {}
