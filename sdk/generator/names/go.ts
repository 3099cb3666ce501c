// The names of the SDK for Go.
import { toCamel, toWords, withLetter } from '../words.ts'
import { distinct, type Names, set, valueWords } from './names.ts'

/** Written in capitals, as Go does. */
const INITIALISMS = set('api ach did http https id ip iban json jwt qr rpc ttl uri url uuid xml')

const taken = {
  words: set(
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var',
  ),
  client: set('Get transport'),
  types: set(
    'APIError CallOption Client ErrBadRequest ErrConflict ErrForbidden ErrInvalid ErrNotFound ErrPaymentRequired ErrRateLimited ErrServer ErrUnauthorized IsFromBank Items New Options Ptr TransportError WithHeader WithIdempotencyKey',
  ),
  methods: set('transport'),
  fields: set(''),
  // The last ones are used by the bodies of the methods.
  arguments: set(
    'any bool error float64 int64 nil string true false ctx params body options s call context fmt pages request stream',
  ),
}

const toGoWord = (word: string): string =>
  INITIALISMS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
const toExported = (words: readonly string[]): string =>
  withLetter(words.map(toGoWord).join(''), 'N')
const type = (name: string): string => (taken.types.has(name) ? `${name}Model` : name)

function toArgument(name: string): string {
  const own = withLetter(toCamel(toWords(name)), 'n')
  return taken.words.has(own) || taken.arguments.has(own) ? `${own}_` : own
}

export const goNames: Names = {
  module: ({ name }) => toExported(toWords(name)),
  service: ({ name }) => `${toExported(toWords(name))}Service`,
  method: ({ words }) => toExported(words),
  pages: ({ pagesWords }) => pagesWords && toExported(pagesWords),
  type,
  fields: ({ fields }) => distinct(fields.map(({ name }) => toExported(toWords(name)))),
  constants: ({ name, values }) =>
    distinct(values.map((value) => type(name) + valueWords(value).map(toGoWord).join(''))),
  arguments: ({ pathFields }) => distinct(pathFields.map(({ name }) => toArgument(name))),
  taken,
  areConstantsGlobal: true,
}
