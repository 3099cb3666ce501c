// Network addresses and ranges of them, as people write them in lists.
import { BlockList, isIP, isIPv6 } from 'node:net'
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

/** A list of addresses and ranges as something that can be asked. */
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

/**
 * Whom to count when an address is counted. Whoever has one IPv6 address has the 2^64 around it, so
 * the network stands for all of them; an IPv4 address stands for itself.
 */
export const networkOf = (address: string): string =>
  isIPv6(address)
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*$/, '')}/64`).toString()}/64`
    : address
