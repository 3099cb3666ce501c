// The command line: `npm run bench -- [ledger|http|webhooks|exchange|agents|rails|graphql|assistant|pages] [--only name] [--quick] [--memory] [--scale] [--document]`.
import { parseArgs } from 'node:util'

const PARTS = [
  'ledger',
  'http',
  'webhooks',
  'exchange',
  'agents',
  'rails',
  'graphql',
  'assistant',
  'pages',
] as const
export type Part = (typeof PARTS)[number]

export interface Options {
  readonly parts: readonly Part[]
  /** Cases by name, run together with those they are compared with; all cases when empty. */
  readonly only: readonly string[]
  /** Short runs and one round: shows that everything works, but is too short to judge by. */
  readonly quick: boolean
  /** Ten minutes of full load, to see whether memory stays flat. */
  readonly memory: boolean
  readonly scale: boolean
  /** Writes the figures and plots into docs/performance.md. */
  readonly document: boolean
  /** The command line, as shown in the results. */
  readonly date: string
}

export function readOptions(args: readonly string[], now: Date): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      scale: { type: 'boolean', default: false },
      document: { type: 'boolean', default: false },
      date: { type: 'string', default: now.toISOString() },
    },
  })
  const parts = positionals.map(readPart)
  return { ...values, parts: parts.length === 0 ? PARTS : parts }
}

function readPart(text: string): Part {
  const part = PARTS.find((one) => one === text)
  if (part === undefined)
    throw new Error(`The bench has no part "${text}", only ${PARTS.join(', ')}.`)
  return part
}
