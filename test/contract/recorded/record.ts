// Records the answers of the examples: asks three banks, each in another order, all that the contract tests ask, and writes
// what their answers have in common. `npm run examples` runs it.
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Examples, RecordedAnswer } from '../../../src/operation/examples.ts'
import type { AnyOperation } from '../../../src/operation/operation.ts'
import { shapeOf } from '../../../src/operation/shape.ts'
import { askAbout } from '../ask-about.ts'
import { Findings } from '../questions/question.ts'
import { openScenes, routedOperations } from '../scenes.ts'
import { mergeSamples } from './merge.ts'
import { renderAnswers } from './render.ts'
import type { Sample } from './sample.ts'

interface ExampleFile {
  /** The folder, without a slash at its end. */
  readonly folder: string
  readonly examples: Examples
}

const MINUTES = 3_600_000
const names = (process.env.RECORD_EXAMPLES ?? '').split(' ').filter(Boolean)

const files: ExampleFile[] = await Promise.all(
  readdirSync('src/domains', { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'examples.ts')
    .map(async ({ parentPath }) => ({
      folder: parentPath,
      ...((await import(pathToFileURL(`${parentPath}/examples.ts`).href)) as {
        examples: Examples
      }),
    })),
)

/** Those of the named folders, or all. */
const chosen = files.filter(
  ({ folder }) => names.length === 0 || names.some((name) => `${folder}/`.includes(`/${name}/`)),
)
const operations = routedOperations.filter(({ name }) =>
  chosen.some(({ examples }) => examples[name]),
)

const samples = new Map<string, Sample[]>()
const take = ({ name }: AnyOperation, sample: Sample): void => {
  samples.set(name, [...(samples.get(name) ?? []), sample])
}

const orders: Readonly<Record<string, (all: AnyOperation[]) => AnyOperation[]>> = {
  'the order of their declaration': (all) => all,
  'the reverse order': (all) => all.toReversed(),
  'an order drawn anew': (all) =>
    all
      .map((op) => ({ op, place: Math.random() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ op }) => op),
}

/** What varied in a recording before is taken to vary still. */
function record(op: AnyOperation, before: RecordedAnswer): RecordedAnswer | undefined {
  const given = samples.get(op.name)
  if (!given) return undefined
  const shape = shapeOf(op.output)
  const merged = mergeSamples(given, before)
  const isGood = Object.keys(shape.problems(merged.output)).length === 0
  // What was shown before need not fit any longer.
  const { output, varies } = isGood ? merged : mergeSamples(given, {})
  return { output, ...(varies.length > 0 && { varies }) }
}

async function write({ folder, examples }: ExampleFile): Promise<void> {
  const answers: Record<string, RecordedAnswer> = {}
  for (const [name, example] of Object.entries(examples)) {
    const op = routedOperations.find((one) => one.name === name)
    const answer = op && record(op, example)
    if (answer) answers[name] = answer
  }
  await writeFile(`${folder}/answers.ts`, renderAnswers(folder, answers))
}

describe('the answers of the examples', () => {
  it.each(Object.entries(orders))(
    'are given in %s',
    { timeout: MINUTES },
    async (_title, inOrder) => {
      const scenes = await openScenes(take)
      const findings = new Findings()
      try {
        for (const op of inOrder(operations)) await askAbout(op, scenes, findings)
      } finally {
        await scenes.stop()
      }
      findings.expectNothingWrong('the example of each can be prepared')
    },
  )

  it('are written down', async () => {
    await Promise.all(chosen.map(write))
    const silent = operations.filter(
      ({ name, rest }) => !samples.has(name) && !rest.every(({ envelope }) => envelope === 'none'),
    )
    expect(
      silent.map(({ name }) => name),
      'these gave no answer',
    ).toEqual([])
  })
})
