// The fenced blocks of a page of the documentation, in their order.
import { readFile } from 'node:fs/promises'

export interface Fence {
  /** The line that the block begins in. */
  readonly line: number
  /** The first word of what is said of the block; empty when nothing is. */
  readonly language: string
  /** What is said besides. */
  readonly remark: string
  readonly text: string
}

export async function readFences(path: string): Promise<Fence[]> {
  const fences: Fence[] = []
  let open: { line: number; info: string; lines: string[] } | undefined
  const lines = (await readFile(path, 'utf8')).split('\n')
  lines.forEach((row, index) => {
    const mark = /^```(.*)$/.exec(row)
    if (mark && !open) open = { line: index + 1, info: mark[1]!.trim(), lines: [] }
    else if (mark && open) {
      const [language = '', ...remark] = open.info.split(' ')
      const text = open.lines.join('\n')
      fences.push({ line: open.line, language, remark: remark.join(' '), text })
      open = undefined
    } else open?.lines.push(row)
  })
  if (open) throw new Error(`${path}:${open.line}: the block has no end`)
  return fences
}
