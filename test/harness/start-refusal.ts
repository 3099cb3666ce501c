// What a start, or a command, says when it cannot go on.
import { expect } from 'vitest'
import { StartError } from '../../src/platform/start-error.ts'

/** The one sentence that it fails with. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message).toMatch(/^[^\n]+\.$/)
  return message
}
