// Reads of a PromQL expression what it refers to: the metrics with the labels that select them, and the labels by which
// results are grouped or joined. It does not check the expression; `promtool` does.

export interface Selected {
  readonly metric: string
  readonly labels: readonly string[]
}

export interface PromQl {
  readonly selected: readonly Selected[]
  /** Labels after `by`, `without`, `on`, `ignoring` and `group_left`. */
  readonly grouped: readonly string[]
}

const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d[\w.]*|=~|!~|!=|[^\s]/g
const GROUPING = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right'])
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan'])

const isName = (token: string | undefined): token is string =>
  token !== undefined && /^[a-zA-Z_:]/.test(token)

export function readPromQl(expression: string): PromQl {
  const tokens: readonly string[] = expression.match(TOKEN) ?? []
  const selected: Selected[] = []
  const grouped: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const next = tokens[at + 1]
    if (!isName(token) || WORDS.has(token.toLowerCase())) continue
    if (GROUPING.has(token)) {
      if (next !== '(') continue
      const end = tokens.indexOf(')', at)
      grouped.push(...tokens.slice(at + 2, end).filter(isName))
      at = end
    } else if (next !== '(' && next !== 'by' && next !== 'without') {
      // Otherwise it is a function or an aggregation.
      const end = next === '{' ? tokens.indexOf('}', at) : at
      const inside = tokens.slice(at + 2, end)
      const labels = inside.filter(
        (one, index) => isName(one) && /^(=|!=|=~|!~)$/.test(inside[index + 1] ?? ''),
      )
      selected.push({ metric: token, labels })
      at = end
    }
  }
  return { selected, grouped }
}
