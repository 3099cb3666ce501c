// Delays every answer by a random time when TEST_DELAYS is 1. A run with it finds tests that pass only because the bank
// is quick. `test/process` loads this file into the programs it starts.
import { randomInt } from 'node:crypto'
import { ServerResponse } from 'node:http'

const DELAY_MS_MAX = 60
const applied = Symbol.for('florin.test.delays')

interface Answering {
  /** Test files share a process, and each loads this file. */
  [applied]?: true
  end: (this: unknown, ...values: unknown[]) => unknown
}

if (process.env.TEST_DELAYS === '1') delay(ServerResponse.prototype as unknown as Answering)

function delay(prototype: Answering): void {
  if (prototype[applied]) return
  prototype[applied] = true
  const { end } = prototype
  prototype.end = function endLater(...values) {
    setTimeout(() => end.apply(this, values), randomInt(DELAY_MS_MAX))
    return this
  }
}
