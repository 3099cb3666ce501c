// Writes the figures of a run to a file for programs; each run replaces it.
import { writeFile } from 'node:fs/promises'
import type { Machine } from './machine.ts'
import { HELLO, TPCB } from './names.ts'
import type { Options } from './options.ts'
import type { Figure } from './rounds.ts'
import type { Judge } from './verdict.ts'

const file = new URL('results.json', import.meta.url)

export async function writeResults(
  options: Options,
  machine: Machine,
  figures: readonly Figure[],
  judge: Judge,
): Promise<void> {
  const results = {
    run: options,
    machine,
    figures: figures.map((figure) => ({
      name: figure.case.name,
      title: figure.case.title,
      per_second: figure.median.perSecond,
      per_second_of_rounds: figure.samples.map((sample) => sample.perSecond),
      ratio_to_tpcb: judge.findRatio(figure, TPCB),
      ratio_to_hello: judge.findRatio(figure, [figure.case.hello ?? HELLO]),
      latency_ms: figure.median.latency,
      memory: figure.median.memory,
      bars: judge.judge(figure),
    })),
  }
  await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`)
}
