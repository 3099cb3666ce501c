// The names of the SDK for C#.
import { toCamel, toPascal, toWords, withLetter } from '../words.ts'
import { distinct, type Names, set, valueWords } from './names.ts'

/**
 * Types of the namespaces that a new project imports by itself. A model with such a name would be ambiguous in every
 * file of a partner that uses both.
 */
const IMPORTED =
  'Action Activator AppContext AppDomain ApplicationId Array Attribute Barrier BinaryReader BinaryWriter BitConverter Boolean Buffer Byte CancellationToken Char Console Convert DateOnly DateTime DateTimeOffset DayOfWeek Decimal Delegate Directory DirectoryInfo Double Enum Enumerable Environment EventHandler Exception ExecutionContext File FileAccess FileAttributes FileInfo FileMode FileOptions FileShare FileStream Func Guid Half HashCode HttpClient HttpContent HttpMethod Index Int128 Int16 Int32 Int64 Interlocked KeyValuePair Lazy Lock LockCookie Lookup Math MatchType MemoryStream Monitor Mutex Nullable Object OperatingSystem Overlapped Parallel ParallelOptions Path PeriodicTimer Predicate Progress Queryable Random Range SByte SearchOption Semaphore Single Stream StreamReader StreamWriter String StringContent Task TaskFactory TaskScheduler TaskStatus TextReader TextWriter Thread ThreadPool ThreadPriority ThreadState TimeOnly TimeProvider TimeSpan TimeZone TimeZoneInfo Timeout Timer Tuple Type TypeCode UInt128 UInt16 UInt32 UInt64 Uri UriBuilder UriKind ValueTask ValueTuple ValueType Version Void Volatile WaitHandle WeakReference'

const PACKAGE =
  'Api ApiException BadRequestException CallOptions Client ClientOptions ConflictException ForbiddenException Http InvalidException Models NotFoundException PaymentRequiredException RateLimitedException ServerException TransportException UnauthorizedException Webhooks'

/** Members of every object. */
const OBJECT = 'Equals Finalize GetHashCode GetType MemberwiseClone ReferenceEquals ToString'

const taken = {
  words: set(
    'abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while',
  ),
  // A member cannot have the name of its class, and HttpMethod is used within it.
  client: set(`${OBJECT} Client GetAsync HttpMethod http`),
  types: set(`${IMPORTED} ${PACKAGE}`),
  methods: set(`${OBJECT} http`),
  fields: set(`${OBJECT} Clone EqualityContract PrintMembers`),
  arguments: set('http request filters options cancellation'),
}

/** Members of a type; none can have its name. */
const members = (names: readonly string[], type: string): string[] =>
  distinct(names.map((own) => (taken.fields.has(own) || own === type ? `${own}Value` : own)))

const toMember = (words: readonly string[]): string => withLetter(toPascal(words), 'N')
const type = (name: string): string => (taken.types.has(name) ? `${name}Model` : name)

function toArgument(name: string): string {
  const own = withLetter(toCamel(toWords(name)), 'n')
  if (taken.arguments.has(own)) return `${own}Value`
  return taken.words.has(own) ? `@${own}` : own
}

export const csharpNames: Names = {
  module: ({ name }) => toMember(toWords(name)),
  service: ({ name }) => `${toMember(toWords(name))}Api`,
  method: ({ words }) => `${toMember(words)}Async`,
  pages: ({ pagesWords }) => pagesWords && `${toMember(pagesWords)}Async`,
  type,
  fields: ({ name, fields }) =>
    members(
      fields.map((field) => toMember(toWords(field.name))),
      type(name),
    ),
  constants: ({ name, values }) =>
    members(
      values.map((value) => toMember(valueWords(value))),
      type(name),
    ),
  arguments: ({ pathFields }) => distinct(pathFields.map(({ name }) => toArgument(name))),
  taken,
  isFilePerType: true,
}
