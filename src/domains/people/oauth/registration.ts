// Validates the registration of a client (RFC 7591). Registration is open to all, and nothing that a client says
// about itself is proved; so its name must not look like the bank's, and codes are sent only to addresses
// where no other client can receive them.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { shapeOf } from '../../../operation/shape.ts'
import { hasInvisible, isConfusableWithBank } from './confusables.ts'
import { AUTH_METHODS, CONFIDENTIAL_GRANT_TYPES, GRANT_TYPES } from './metadata.ts'
import { scopeNames } from './scopes.ts'

/** A registration as it is stored, returned to the client and read by the library. */
export interface Registration {
  readonly client_name: string
  readonly redirect_uris: readonly string[]
  readonly grant_types: readonly string[]
  readonly response_types: readonly 'code'[]
  readonly token_endpoint_auth_method: (typeof AUTH_METHODS)[number]
  readonly application_type: 'web' | 'native'
  readonly scope?: string
  readonly [uri: `${string}_uri`]: string
}

/** A rejection with the error codes of the standard. */
export class RegistrationRefused extends Error {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  constructor(error: RegistrationRefused['error'], description: string) {
    super(description)
    this.error = error
  }
}

const refuse = (description: string) =>
  new RegistrationRefused('invalid_client_metadata', description)
const refuseUri = (description: string) =>
  new RegistrationRefused('invalid_redirect_uri', description)

const NAME_DEFAULT = 'Unnamed MCP Client'
const nameShape = shapeOf(Type.String(plainText(100)))

const TEXT_LENGTH_MAX = 2_000
const LIST_LENGTH_MAX = 20
const URIS_MAX = 20
const URI_LENGTH_MAX = 2_000
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
const LINKS = ['logo_uri', 'tos_uri', 'policy_uri', 'client_uri'] as const

type Body = Readonly<Record<string, unknown>>

export function readRegistration(body: unknown): Registration {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuse('The registration must be a JSON object.')
  const given = body as Body
  const token_endpoint_auth_method = readAuthMethod(given)
  const grant_types = readGrantTypes(given)
  const confidential = CONFIDENTIAL_GRANT_TYPES.find((type) => grant_types.includes(type))
  if (confidential !== undefined && token_endpoint_auth_method === 'none')
    throw refuse(`The grant type ${confidential} needs a client secret.`)
  const response_types = readResponseTypes(given, grant_types)
  const redirect_uris = readRedirectUris(given, response_types.length > 0)
  const scope = readScope(given)
  return {
    client_name: readName(given),
    redirect_uris,
    grant_types,
    response_types,
    token_endpoint_auth_method,
    // The library accepts any port of a loopback address only for native applications.
    application_type: redirect_uris.some((uri) => !uri.startsWith('https:')) ? 'native' : 'web',
    ...(scope === undefined ? {} : { scope }),
    ...readLinks(given),
  }
}

function readText(given: Body, field: string): string | undefined {
  const value = given[field] ?? undefined
  if (value === undefined || (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX))
    return value
  throw refuse(`${field} must be text of at most ${TEXT_LENGTH_MAX} characters.`)
}

function readList(given: Body, field: string): string[] | undefined {
  const value = given[field] ?? undefined
  if (value === undefined) return undefined
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (!isList || value.length > LIST_LENGTH_MAX)
    throw refuse(`${field} must be a list of at most ${LIST_LENGTH_MAX} texts.`)
  return [...new Set(value)]
}

function readName(given: Body): string {
  const name = readText(given, 'client_name')?.normalize('NFKC').trim() ?? NAME_DEFAULT
  if (!nameShape.isValid(name) || hasInvisible(name))
    throw refuse('client_name must have 1 to 100 characters, all of them visible.')
  if (isConfusableWithBank(name))
    throw refuse('client_name must not look like the name of the bank.')
  return name
}

function readAuthMethod(given: Body): (typeof AUTH_METHODS)[number] {
  const asked = readText(given, 'token_endpoint_auth_method') ?? 'client_secret_basic'
  const method = AUTH_METHODS.find((one) => one === asked)
  if (method === undefined)
    throw refuse(`token_endpoint_auth_method must be one of ${AUTH_METHODS.join(', ')}.`)
  return method
}

function readGrantTypes(given: Body): string[] {
  const types = readList(given, 'grant_types') ?? ['authorization_code', 'refresh_token']
  if (types.length === 0 || !types.every((type) => GRANT_TYPES.some((one) => one === type)))
    throw refuse(`grant_types may only hold ${GRANT_TYPES.join(', ')}.`)
  if (types.includes('refresh_token') && !types.includes('authorization_code'))
    throw refuse('The grant type refresh_token needs authorization_code as well.')
  return types
}

function readResponseTypes(given: Body, grantTypes: readonly string[]): 'code'[] {
  const usesCode = grantTypes.includes('authorization_code')
  const expected = usesCode ? (['code'] as const) : []
  const types = readList(given, 'response_types') ?? expected
  if (types.join(' ') !== expected.join(' '))
    throw refuse(
      usesCode
        ? 'response_types must be ["code"].'
        : 'response_types must be empty without the grant type authorization_code.',
    )
  return [...expected]
}

function readRedirectUris(given: Body, areNeeded: boolean): string[] {
  const value = given.redirect_uris ?? undefined
  if (value === undefined && !areNeeded) return []
  const uris: unknown[] = Array.isArray(value) ? value : []
  if (areNeeded && uris.length === 0) throw refuseUri('redirect_uris must hold at least one URI.')
  if (!Array.isArray(value) || uris.length > URIS_MAX)
    throw refuseUri(`redirect_uris must be a list of at most ${URIS_MAX} URIs.`)
  return [...new Set(uris.map(checkRedirectUri))]
}

function checkRedirectUri(uri: unknown): string {
  if (typeof uri !== 'string' || uri.length > URI_LENGTH_MAX || !URL.canParse(uri))
    throw refuseUri(`redirect_uris must be absolute URIs of at most ${URI_LENGTH_MAX} characters.`)
  const { protocol, hostname, hash, username, password } = new URL(uri)
  if (hash !== '' || uri.includes('#')) throw refuseUri('redirect_uris must not have a fragment.')
  if (username !== '' || password !== '')
    throw refuseUri('redirect_uris must not hold a user name or password.')
  if (protocol === 'https:') return uri
  if (protocol === 'http:' && LOOPBACK.has(hostname)) return uri
  // A scheme with a dot is a reversed domain name (RFC 8252), which only its owner should use.
  if (protocol !== 'http:' && protocol.includes('.')) return uri
  throw refuseUri(
    'redirect_uris must use https, http on a loopback address, or a private scheme such as com.example.app:/done.',
  )
}

function readScope(given: Body): string | undefined {
  const text = readText(given, 'scope')
  // Refresh tokens need no scope here; clients send offline_access because other servers need it.
  const names = text?.split(' ').filter((name) => name !== '' && name !== 'offline_access') ?? []
  const unknown = names.find((name) => !scopeNames.includes(name))
  if (unknown !== undefined) throw refuse(`scope may only hold ${scopeNames.join(', ')}.`)
  return names.length === 0 ? undefined : [...new Set(names)].join(' ')
}

function readLinks(given: Body): Record<`${string}_uri`, string> {
  const links: Record<`${string}_uri`, string> = {}
  for (const field of LINKS) {
    const link = readText(given, field)
    if (link === undefined) continue
    const isGood =
      link.length <= URI_LENGTH_MAX && URL.canParse(link) && new URL(link).protocol === 'https:'
    if (!isGood) throw refuse(`${field} must be an https URI.`)
    links[field] = link
  }
  return links
}
