// The names of the SDK for Python.
import { toPascal, toSnake, toWords, withLetter } from '../words.ts'
import { distinct, type Names, set } from './names.ts'

const taken = {
  words: set(
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield',
  ),
  client: set('http'),
  types: set(
    'Any Dict Http Iterator List Literal Mapping NotRequired OMIT Sequence TypedDict Union',
  ),
  methods: set('_http'),
  fields: set(''),
  // Those of every method.
  arguments: set('self headers idempotency_key'),
}

function safeName(name: string, others?: ReadonlySet<string>): string {
  const own = withLetter(name, 'n')
  return taken.words.has(own) || others?.has(own) ? `${own}_` : own
}

export const pythonNames: Names = {
  module: ({ name }) => safeName(toSnake(toWords(name))),
  service: ({ name }) => `${toPascal(toWords(name))}Api`,
  method: ({ words }) => safeName(toSnake(words)),
  pages: ({ pagesWords }) => pagesWords && safeName(toSnake(pagesWords)),
  type: (name) => (taken.types.has(name) || taken.words.has(name) ? `${name}Model` : name),
  // Records are dictionaries, with the names of the wire.
  fields: () => [],
  constants: () => [],
  arguments: ({ pathFields, query, body, bodyFields }) => {
    const whole = body && bodyFields.length === 0 ? [{ name: 'body' }] : []
    const all = [...pathFields, ...(query?.fields ?? []), ...bodyFields, ...whole]
    return distinct(all.map(({ name }) => safeName(toSnake(toWords(name)), taken.arguments)))
  },
  taken,
}
