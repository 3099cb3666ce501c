// Turns schema errors into sentences by field that say which values are valid.
import type { TLocalizedValidationError } from 'typebox/error'

type Problem = TLocalizedValidationError

export function toValidationMessages(problems: readonly Problem[]): Record<string, string[]> {
  const byField: Record<string, string[]> = {}
  for (const problem of problems) {
    for (const [field, sentence] of describe(problem)) (byField[field] ??= []).push(sentence)
  }
  return Object.fromEntries(
    Object.entries(byField).map(([field, sentences]) => [field, [...new Set(sentences)]]),
  )
}

/** '/members/0/name' → 'members.0.name'. */
const fieldAt = (pointer: string): string => pointer.slice(1).replaceAll('/', '.')

const words = (field: string): string => field.replaceAll('_', ' ')

function describe(problem: Problem): [field: string, sentence: string][] {
  const at = fieldAt(problem.instancePath)
  if (problem.keyword === 'required') {
    return problem.params.requiredProperties.map((name) => {
      const field = at === '' ? name : `${at}.${name}`
      return [field, `The ${words(field)} field is required.`]
    })
  }
  // A union reports an error for itself and for each branch; those of the branches are more helpful.
  if (problem.keyword === 'anyOf' || isNullBranch(problem)) return []
  return [describeField(at, rule(problem))]
}

/** The name of the field at a path and the sentence that says which rule it breaks. */
export function describeField(at: string, broken: string): [field: string, sentence: string] {
  const subject = at === '' ? 'The request body' : `The ${words(at)} field`
  return [at === '' ? 'body' : at, `${subject} ${broken}.`]
}

const isNullBranch = (problem: Problem): boolean =>
  problem.keyword === 'type' && problem.params.type === 'null'

const formats: Record<string, string> = {
  email: 'must be a valid e-mail address',
  uuid: 'must be a UUID',
  date: 'must be a date like 2026-01-31',
  'date-time': 'must be a date and time like 2026-01-31T12:00:00Z',
  uri: 'must be a URL',
  'plain-text': 'must be readable text without control or invisible characters',
  'display-name':
    'must be a name: readable text with a letter or digit, without web or e-mail addresses and without control or invisible characters; write a space after a full stop',
}

/** '1 character', '2 characters'. */
const count = (limit: unknown, noun: string): string =>
  `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`

function rule(problem: Problem): string {
  switch (problem.keyword) {
    case 'type':
      return `must be ${withArticle(String(problem.params.type))}`
    case 'minLength':
      return `must be at least ${count(problem.params.limit, 'character')}`
    case 'maxLength':
      return `must be at most ${count(problem.params.limit, 'character')}`
    case 'minItems':
      return `must have at least ${count(problem.params.limit, 'item')}`
    case 'maxItems':
      return `must have at most ${count(problem.params.limit, 'item')}`
    case 'minimum':
      return `must be at least ${problem.params.limit}`
    case 'maximum':
      return `must be at most ${problem.params.limit}`
    case 'exclusiveMinimum':
      return `must be greater than ${problem.params.limit}`
    case 'exclusiveMaximum':
      return `must be less than ${problem.params.limit}`
    case 'enum':
      return `must be one of: ${problem.params.allowedValues.join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(problem.params.allowedValue)}`
    case 'uniqueItems':
      return 'must not repeat an item'
    case 'format':
      return formats[problem.params.format] ?? `must be a valid ${problem.params.format}`
    case 'pattern':
      return `must match ${problem.params.pattern}`
    default:
      return problem.message
  }
}

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
