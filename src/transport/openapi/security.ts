// Describes for OpenAPI which credentials a route needs. Permissions are described in prose, because only OAuth
// schemes may list them.
import type { Auth, Need } from '../../operation/operation.ts'
import type { JsonObject } from '../../kernel/json-schema.ts'

const schemes: Readonly<
  Record<Need['by'], { readonly name: string; readonly scheme: JsonObject }>
> = {
  user: {
    name: 'bearer',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key, or the access token of a login.',
    },
  },
  agent: {
    name: 'agentSession',
    scheme: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Agent-Session',
      description: 'The session token of an agent.',
    },
  },
  partner: {
    name: 'partnerKey',
    scheme: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Partner-Key',
      description: 'The key of a partner.',
    },
  },
}

/** The requirement of most operations, stated once for the whole document. */
export const usualSecurity: readonly Record<string, string[]>[] = [{ [schemes.user.name]: [] }]

/** One requirement with all needs, and one more for each alternative to a need. */
export function securityOf(auth: Auth): Record<string, string[]>[] {
  if (auth === 'public') return []
  const require = (kinds: readonly Need['by'][]) =>
    Object.fromEntries(kinds.map((by) => [schemes[by].name, []]))
  const around = auth.flatMap((need, index) =>
    need.or ? [auth.map((one, at) => (at === index ? need.or!.by : one.by))] : [],
  )
  return [auth.map((need) => need.by), ...around].map(require)
}

const waysOf = (need: Need): Need['by'][] => (need.or ? [need.by, need.or.by] : [need.by])

/** Only the schemes that some operation requires. */
export function securitySchemesOf(auths: readonly Auth[]): Record<string, JsonObject> {
  const kinds = new Set(auths.flatMap((auth) => (auth === 'public' ? [] : auth.flatMap(waysOf))))
  return Object.fromEntries([...kinds].map((by) => [schemes[by].name, schemes[by].scheme]))
}

export function describeAuth(auth: Auth): string | undefined {
  if (auth === 'public') return 'Needs no credential.'
  const sentences = auth.flatMap((need) => [
    ...(need.scope ? [`Needs the permission \`${need.scope}\`.`] : []),
    ...(need.via === 'login' ? ['Needs a login; an API key is not enough.'] : []),
    ...(need.fresh
      ? [
          'Needs a password or passkey of the last five minutes: sign in, or `POST /api/auth/prove`.',
        ]
      : []),
    ...(need.or ? [describeOther(need.or)] : []),
  ])
  return sentences.length > 0 ? sentences.join(' ') : undefined
}

const describeOther = ({ by, scope }: Omit<Need, 'or'>): string =>
  scope
    ? `An ${by} may call it with its session and the scope \`${scope}\`.`
    : `An ${by} may call it with its session.`
