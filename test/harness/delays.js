// Delays every answer by a random time when TEST_DELAYS is 1. A run with it finds tests that pass only because the bank
// is quick. `test/process` loads this file into the programs it starts, also into the machine's own Node, which may be
// too old for TypeScript.
import { randomInt } from 'node:crypto'
import { ServerResponse } from 'node:http'

const DELAY_MS_MAX = 60
/** Test files share a process, and each loads this file. */
const applied = Symbol.for('florin.test.delays')

const { prototype } = ServerResponse
if (process.env.TEST_DELAYS === '1' && !(applied in prototype)) {
  const { end } = prototype
  Object.defineProperty(prototype, applied, { value: true })
  prototype.end = function endLater(...values) {
    setTimeout(() => end.apply(this, values), randomInt(DELAY_MS_MAX))
    return this
  }
}
