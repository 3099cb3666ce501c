// What is different between an answer and the recorded one.
import type { RecordedAnswer } from '../../../src/operation/examples.ts'
import { firstNames, firstRows, isObject, within } from './merge.ts'
import { Forms, type Sample } from './sample.ts'

/** A line for each value that differs, with its path. */
export function differencesFrom({ output, varies = [] }: RecordedAnswer, sample: Sample): string[] {
  const forms = new Forms(sample)
  const unlike: string[] = []
  const compare = (recorded: unknown, value: unknown, path: string): void => {
    if (varies.includes(path)) return
    if (Array.isArray(recorded) && Array.isArray(value)) {
      const rows = firstRows(value)
      if (rows.length !== recorded.length)
        unlike.push(`${path}: ${recorded.length} rows recorded, ${rows.length} given`)
      for (const [index, row] of rows.entries())
        if (index < recorded.length) compare(recorded[index], row, path)
    } else if (isObject(recorded) && isObject(value)) {
      for (const name of new Set([...Object.keys(recorded), ...firstNames(value)]))
        compare(recorded[name], value[name], within(path, name))
    } else if (!forms.of(value).includes(recorded)) {
      unlike.push(`${path}: ${JSON.stringify(recorded)} recorded, ${JSON.stringify(value)} given`)
    }
  }
  compare(output, sample.output, '')
  return unlike
}
