// The names of the SDK for Java.
import { toCamel, toPascal, toWords, withLetter } from '../words.ts'
import { distinct, type Names, set, toConstants } from './names.ts'

/** Methods that every class has. */
const OBJECT = 'clone equals finalize getClass hashCode notify notifyAll toString wait'

const taken = {
  words: set(
    '_ abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package permits private protected public record return sealed short static strictfp super switch synchronized this throw throws transient true try var void volatile while yield',
  ),
  client: set(`${OBJECT} builder get http`),
  // Classes of java.lang, and those that the package uses by their simple names.
  types: set(
    'ApiException Appendable AutoCloseable Boolean Builder Byte CallOptions CharSequence Character Class ClassLoader Client Cloneable Comparable Compiler Deprecated Double Enum Error Exception Float Http IO Integer Iterable Json JsonName List Long Map Math Module ModuleLayer Number Object Override Package Process ProcessBuilder ProcessHandle Readable Record Runnable Runtime ScopedValue SecurityManager Short StackWalker Stream StrictMath String StringBuffer StringBuilder StringTemplate SuppressWarnings System Thread ThreadGroup ThreadLocal Throwable TransportException Void Webhooks',
  ),
  methods: set(OBJECT),
  // Methods of every record and of its builder.
  fields: set(`${OBJECT} build builder`),
  arguments: set('http request params options'),
}

function safeName(name: string, others: ReadonlySet<string>): string {
  const own = withLetter(name, 'n')
  return taken.words.has(own) || others.has(own) ? `${own}_` : own
}

const namesOf = (fields: readonly { readonly name: string }[], others: ReadonlySet<string>) =>
  distinct(fields.map(({ name }) => safeName(toCamel(toWords(name)), others)))

export const javaNames: Names = {
  module: ({ name }) => safeName(toCamel(toWords(name)), taken.client),
  service: ({ name }) => `${toPascal(toWords(name))}Api`,
  method: ({ words }) => safeName(toCamel(words), taken.methods),
  pages: ({ pagesWords }) => pagesWords && safeName(toCamel(pagesWords), taken.methods),
  type: (name) => (taken.types.has(name) ? `${name}Model` : name),
  fields: ({ fields }) => namesOf(fields, taken.fields),
  constants: ({ values }) => toConstants(values),
  arguments: ({ pathFields }) => namesOf(pathFields, taken.arguments),
  taken,
  isFilePerType: true,
}
