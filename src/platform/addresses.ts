// Parses IP addresses and CIDR ranges, groups addresses for rate limits, and decides whether an address is
// public.
import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** '10.0.0.1', '10.0.0.0/8', '2001:db8::/32'. */
export function isAddressRange(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  )
}

/** Turns a list of addresses and ranges into a BlockList. */
export function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** The special-purpose blocks of IPv4 in IANA's registry; they hold no public hosts. */
const SPECIAL_4 = toBlockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** The IPv6 range assigned to the public Internet; everything else is special. */
const GLOBAL_6 = toBlockList(['2000::/3'])
/** Special blocks within it: protocols (such as Teredo), documentation, 6to4, AS112, and the former 6bone. */
const SPECIAL_6 = toBlockList([
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
])

/** IPv6 addresses that embed an IPv4 address in their last 32 bits: mapped ones and NAT64. */
const LEADS_TO_4 = toBlockList(['::ffff:0:0/96', '64:ff9b::/96'])

/** Rewrites a trailing IPv4 part in hexadecimal, because the library takes '::1.2.3.4' for a mapped address. */
const parse6 = (address: string): ipaddr.IPv6 =>
  ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1))

/**
 * Whether an address is reached over the public Internet. An address that embeds an IPv4 address is
 * classified by that one. Tunnel addresses count as not public, because their target is unknown here.
 */
export function isPublicAddress(address: string): boolean {
  // An address with a zone is local to one network link of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false
  if (isIP(address) === 4) return !SPECIAL_4.check(address)
  const { parts } = parse6(address)
  const embedded = [parts[6]! >> 8, parts[6]! & 255, parts[7]! >> 8, parts[7]! & 255].join('.')
  const plain = parts.map((part) => part.toString(16)).join(':')
  if (LEADS_TO_4.check(plain, 'ipv6')) return isPublicAddress(embedded)
  if (!GLOBAL_6.check(plain, 'ipv6') || SPECIAL_6.check(plain, 'ipv6')) return false
  // ISATAP hides an IPv4 address behind the prefix of a public network.
  const isIsatap = (parts[4]! & 0xfdff) === 0 && parts[5] === 0x5efe
  return !isIsatap || isPublicAddress(embedded)
}

/**
 * Groups addresses for rate limits: an IPv4 address is counted by itself, an IPv6 address by its /64 network,
 * because one customer usually has all addresses of it.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (isIP(bare) !== 6) return address
  const parsed = parse6(bare)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const { parts } = parsed
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Whether the ranges together cover every IPv4 address or every IPv6 address. */
export const coversAllAddresses = (ranges: readonly string[]): boolean =>
  ([4, 6] as const).some((family) => {
    const bits = family === 4 ? 32 : 128
    const spans = ranges
      .map((range) => toSpan(range, family, bits))
      .filter((span) => span !== undefined)
      .toSorted((a, b) => (a.first < b.first ? -1 : 1))
    let next = 0n
    for (const { first, last } of spans) if (first <= next && last >= next) next = last + 1n
    return next >= 1n << BigInt(bits)
  })

/** The first and last address of a range as numbers; undefined for a range of the other family. */
function toSpan(range: string, family: 4 | 6, bits: number) {
  const [address = '', prefix = String(bits)] = range.split('/')
  if (isIP(address) !== family) return undefined
  const parsed = family === 4 ? ipaddr.IPv4.parse(address) : parse6(address)
  const number = parsed.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const size = 1n << BigInt(bits - Number(prefix))
  const first = number - (number % size)
  return { first, last: first + size - 1n }
}
