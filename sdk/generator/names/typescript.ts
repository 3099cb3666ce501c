// The names of the TypeScript SDK: one function for each operation, in one scope over all modules.
import type { SdkModel, SdkOperation } from '../model.ts'
import { toCamel } from '../words.ts'
import type { Scope } from './check.ts'
import { set } from './names.ts'

/** What the index exports by name. It would silently win over a type of the bank. */
export const ERRORS = [
  'ApiError',
  'AuthenticationError',
  'BadRequestError',
  'ConflictError',
  'NotFoundError',
  'PaymentRequiredError',
  'PermissionDeniedError',
  'RateLimitError',
  'ServerError',
  'ValidationError',
]

const WORDS = set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield',
)
const FUNCTIONS = set('createClient each isFromBank makeKey operation subscription')
/** The last ones are used by the types themselves. */
const TYPES = set(
  `CallOptions Client ClientOptions FlorinError Operation Subscription ${ERRORS.join(' ')} Partial Readonly Record`,
)

/** 'api_key.create' → apiKeyCreate */
export const toFunctionName = ({ words }: Pick<SdkOperation, 'words'>): string => toCamel(words)

export const scopesOfTypescript = ({ groups, types }: SdkModel): readonly Scope[] => [
  {
    what: 'a function',
    taken: [WORDS, FUNCTIONS],
    names: groups.flatMap(({ operations }) =>
      operations.map((one) => [toFunctionName(one), one.id] as const),
    ),
  },
  {
    what: 'a type',
    taken: [WORDS, TYPES],
    names: [...types.keys()].map((name) => [name, `schema ${name}`] as const),
  },
]
