// Reads the answers of the tasks that search in a worker thread.
import type { TSchema } from 'typebox'
import { readExactJson } from '../../../kernel/json.ts'
import type { Value } from '../../../kernel/value.ts'
import { Invalid } from '../../../operation/error.ts'
import { tasksOf } from '../../../platform/workers.ts'
import type * as tasks from './tasks.ts'

export const task = tasksOf<typeof tasks>(new URL('./tasks.ts', import.meta.url))

/** Throws the errors that were found in the question. */
export function readAnswer<Schema extends TSchema>(
  answered: tasks.QuestionResult,
  _schema: Schema,
): Value<Schema> {
  if ('errors' in answered) throw Invalid({ errors: answered.errors })
  return readExactJson(answered.json) as Value<Schema>
}
