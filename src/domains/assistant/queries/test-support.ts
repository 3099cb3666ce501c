// Limits the backtracking of regular expressions in tests. It counts steps rather than time, so that the result does
// not depend on the machine.
import v8 from 'node:v8'
import vm from 'node:vm'
import { vi } from 'vitest'

v8.setFlagsFromString('--allow-natives-syntax')
/** Makes an expression that finds nothing once it has backtracked `max` times. */
const makeLimited = vm.runInThisContext(
  '(source, flags, max) => %NewRegExpWithBacktrackLimit(source, flags, max)',
) as (source: string, flags: string, max: number) => RegExp

const original = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec')!.value as () => unknown
const search = (expression: RegExp, text: string) =>
  Reflect.apply(original, expression, [text]) as RegExpExecArray | null

/** Throws when the expression would backtrack more than `max` times from one place in the text. */
function checkBacktracking({ source, flags }: RegExp, text: string, max: number): void {
  // The empty alternative always matches, unless the expression gave up before.
  const limited = makeLimited(`(?:${source})|`, `${flags.replace('g', '').replace('y', '')}y`, max)
  for (let at = 0; at <= text.length; at++) {
    limited.lastIndex = at
    if (!search(limited, text)) throw new Error(`/${source}/ backtracks too often in: ${text}`)
  }
}

/** Runs the work, and throws when a search in it would backtrack more than `max` times from one place. */
export function limitBacktracking(max: number, work: () => void): void {
  const checked = new Set<string>()
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    const name = `${this.source} ${text}`
    if (!checked.has(name)) {
      checked.add(name)
      checkBacktracking(this, text, max)
    }
    return search(this, text)
  })
  try {
    work()
  } finally {
    spy.mockRestore()
  }
}
