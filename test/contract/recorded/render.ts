import type { Answers } from '../../../src/operation/examples.ts'

/** The text of the `answers.ts` of a folder, before it is formatted. */
export function renderAnswers(folder: string, answers: Answers): string {
  const up = '../'.repeat(folder.split(/[/\\]/).length - 1)
  return `// The answers to the requests in examples.ts, written by \`npm run examples\`.
import type { Answers } from '${up}operation/examples.ts'

export const answers: Answers = ${JSON.stringify(answers)}
`
}
