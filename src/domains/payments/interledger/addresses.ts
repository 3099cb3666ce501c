// Rules of Interledger addresses and payment pointers. Pure: no input, no output.
//
// An address has segments of letters, digits and _ ~ - with dots between them, at most 1023 characters. Addresses
// of this bank begin with the scheme (`g` for live money, `test` for the sandbox) and the operator's name:
//   g.florin.user.<account>              an account
//   g.florin.user.<account>.<incoming>   an incoming payment of an account
//   g.florin.conn.<connection>           a connection
//   g.florin.spsp.<account>.<token>      an account, as given to a sender by its payment pointer
//   g.florin.peer                        the peer; addresses below it are receivers behind the peer
// A pointer `$host/path` maps to `g.` with host and path joined by dots; slash, dash and underscore become dots.
import { isValidIlpAddress } from 'ilp-packet'
import type { Environment } from '../../../operation/caller.ts'

export const ADDRESS_LENGTH_MAX = 1023

export const isAddress = (text: string): boolean => isValidIlpAddress(text)

/** Whether packets to the address may leave this bank; addresses of other schemes are valid in one network only. */
export const isRoutable = (address: string): boolean =>
  isAddress(address) && /^(g|test[1-3]?)\./.test(address)

export interface Pointer {
  /** In lower case; with a port only where it is this bank's own. */
  readonly host: string
  /** Empty, or beginning with a slash and not ending with one. */
  readonly path: string
}

const POINTER =
  /^(?:\$|https:\/\/)([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})(?::\d{1,5})?)((?:\/[\w~.-]{1,200}){0,20})\/?$/

/** Reads `$host/path`, or the same as an https URL; undefined for anything else. */
export function readPointer(text: string): Pointer | undefined {
  if (text.length > ADDRESS_LENGTH_MAX) return undefined
  const match = POINTER.exec(text)
  const [, host = '', path = ''] = match ?? []
  // A dot segment would lead a URL to another path than the one that is shown.
  const isPlain =
    match !== null && !/\.\./.test(host) && !path.split('/').some((part) => /^\.+$/.test(part))
  return isPlain ? { host: host.toLowerCase(), path } : undefined
}

/** The SPSP endpoint of a pointer. */
export const urlOf = ({ host, path }: Pointer): string =>
  `https://${host}${path === '' ? '/.well-known/pay' : path}`

/** Undefined when it would be too long. */
export function toAddress({ host, path }: Pointer, scheme = 'g'): string | undefined {
  const segments = `${host}${path}`.split(/[/.:_-]+/).filter((part) => part !== '')
  const address = [scheme, ...segments].join('.')
  return isAddress(address) ? address : undefined
}

/** The pointer whose host is the first segment after the scheme, and whose path is the rest. */
export function toPointer(address: string): string | undefined {
  if (!isAddress(address)) return undefined
  const [host, ...path] = address.split('.').slice(1)
  return `$${[host, ...path].join('/')}`
}

/** A target in this bank that an address resolves to. */
export type OwnPlace =
  | { readonly account: string; readonly incoming: string | null }
  | { readonly connection: string }
  | { readonly account: string; readonly token: string }

/** The addresses of one operator's bank. */
export class OwnAddresses {
  private readonly operator: string
  /** The host under which the bank is reached, with its port if it has one. */
  private readonly ownHost: () => string

  constructor(operator: string, ownHost: () => string) {
    this.operator = operator
    this.ownHost = ownHost
  }

  prefix(environment: Environment): string {
    return `${environment === 'live' ? 'g' : 'test'}.${this.operator}`
  }

  ofAccount(environment: Environment, account: string): string {
    return `${this.prefix(environment)}.user.${account}`
  }

  ofIncoming(environment: Environment, account: string, incoming: string): string {
    return `${this.ofAccount(environment, account)}.${toHex(incoming)}`
  }

  ofConnection(environment: Environment, connection: string): string {
    return `${this.prefix(environment)}.conn.${toHex(connection)}`
  }

  ofToken(environment: Environment, account: string, token: string): string {
    return `${this.prefix(environment)}.spsp.${toHex(account)}.${toHex(token)}`
  }

  ofPeer(environment: Environment): string {
    return `${this.prefix(environment)}.peer`
  }

  /** `$<our host or operator>/user/<account>` and `$<our host or operator>/<account>` are accounts of this bank. */
  isOwnHost({ host }: Pointer): boolean {
    return host === this.operator || host === this.ownHost().toLowerCase()
  }

  /** The address of a pointer to this bank. */
  fromOwnPointer({ path }: Pointer, environment: Environment): string | undefined {
    const segments = path.split('/').filter((part) => part !== '')
    const place = segments.length === 1 ? ['user', ...segments] : segments
    const address = [this.prefix(environment), ...place].join('.')
    return isAddress(address) ? address : undefined
  }

  /** Addresses of the peer, which begin with those of the bank, are not the bank's own. */
  isOwn(address: string, environment: Environment): boolean {
    const peer = this.ofPeer(environment)
    return (
      address.startsWith(`${this.prefix(environment)}.`) &&
      address !== peer &&
      !address.startsWith(`${peer}.`)
    )
  }

  /** Ids may be written with or without separators, because a pointer's dashes become dots. */
  read(address: string, environment: Environment): OwnPlace | undefined {
    if (!this.isOwn(address, environment)) return undefined
    const [kind, ...rest] = address.slice(this.prefix(environment).length + 1).split('.')
    const digits = rest.join('').replace(/-/g, '').toLowerCase()
    if (!/^([0-9a-f]{32}){1,2}$/.test(digits)) return undefined
    const [first, second] = [digits.slice(0, 32), digits.slice(32)]
    if (kind === 'user')
      return { account: toUuid(first), incoming: second === '' ? null : toUuid(second) }
    if (kind === 'spsp')
      return second === '' ? undefined : { account: toUuid(first), token: toUuid(second) }
    return kind === 'conn' && second === '' ? { connection: toUuid(first) } : undefined
  }
}

/** 32 hexadecimal digits. */
export const toHex = (uuid: string): string => uuid.replaceAll('-', '')

export const toUuid = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
