// Counts how often regular expressions go back while they search: work, and not the time that it takes
// on one machine or another.
import v8 from 'node:v8'
import vm from 'node:vm'
import { vi } from 'vitest'

v8.setFlagsFromString('--allow-natives-syntax')
/** An expression that finds nothing once it has gone back so often. */
const makeLimited = vm.runInThisContext(
  '(source, flags, max) => %NewRegExpWithBacktrackLimit(source, flags, max)',
) as (source: string, flags: string, max: number) => RegExp

const original = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec')!.value as () => unknown
const search = (expression: RegExp, text: string) =>
  Reflect.apply(original, expression, [text]) as RegExpExecArray | null

/** Throws where the expression would go back more often than that from one place in the text. */
function judge({ source, flags }: RegExp, text: string, max: number): void {
  // The empty alternative is always found, unless the expression gave up before.
  const limited = makeLimited(`(?:${source})|`, `${flags.replace('g', '').replace('y', '')}y`, max)
  for (let at = 0; at <= text.length; at++) {
    limited.lastIndex = at
    if (!search(limited, text)) throw new Error(`/${source}/ goes back too often in: ${text}`)
  }
}

/** Does the work, unless a search in it would go back more often than that from one place. */
export function limitBacktracking(max: number, work: () => void): void {
  const judged = new Set<string>()
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    const name = `${this.source} ${text}`
    if (!judged.has(name)) {
      judged.add(name)
      judge(this, text, max)
    }
    return search(this, text)
  })
  try {
    work()
  } finally {
    spy.mockRestore()
  }
}
