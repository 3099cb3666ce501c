// The names of the SDK for PHP.
import { toCamel, toPascal, toWords, withLetter } from '../words.ts'
import { distinct, type Names, set, toConstants } from './names.ts'

const taken = {
  words: set(''),
  client: set('http'),
  // Names that PHP keeps for itself, and its classes that the package uses; in lower case.
  types: set(
    'abstract and array as bool break callable case catch class clone closure const continue declare default die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum eval exit extends false final finally float fn for foreach function generator global goto if implements include include_once instanceof insteadof int interface isset iterable list match mixed namespace never new null object or parent print private protected public readonly require require_once return self static string switch throw trait true try unset use var void while xor yield',
  ),
  methods: set('__construct'),
  fields: set('this'),
  arguments: set('this request filters options item'),
}

const valueSuffix = (name: string, others: ReadonlySet<string>): string =>
  others.has(name) ? `${name}Value` : name
const toVariable = (name: string): string => withLetter(toCamel(toWords(name)), 'n')

export const phpNames: Names = {
  module: ({ name }) => toVariable(name),
  service: ({ name }) => `${toPascal(toWords(name))}Api`,
  method: ({ words }) => withLetter(toCamel(words), 'n'),
  pages: ({ pagesWords }) => pagesWords && withLetter(toCamel(pagesWords), 'n'),
  type: (name) => (taken.types.has(name.toLowerCase()) ? `${name}Model` : name),
  fields: ({ fields }) =>
    distinct(fields.map(({ name }) => valueSuffix(toVariable(name), taken.fields))),
  constants: ({ values }) =>
    distinct(
      toConstants(values).map((own) => (taken.types.has(own.toLowerCase()) ? `${own}_` : own)),
    ),
  arguments: ({ pathFields }) =>
    distinct(pathFields.map(({ name }) => valueSuffix(toVariable(name), taken.arguments))),
  taken,
  isFilePerType: true,
  ignoresCase: true,
}
