// An address is classified by its target, however it is written.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coversAllAddresses, isPublicAddress, networkOf } from './addresses.ts'

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '198.20.0.1',
    '2001:4860:4860::8888',
    '2606:4700::1111',
    '2a00:1450:4001:80b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2a00:1450::5efe:8.8.8.8',
  ])('is true of %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    // The IPv4-compatible form, public or not: nothing is reached by it.
    '::127.0.0.1',
    '::10.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '0:0:0:0:0:ffff:c0a8:0101',
    // The translated form (SIIT), NAT64, and NAT64 with a prefix of one's own.
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::8.8.8.8',
    '64:ff9b:1::10.0.0.1',
    // 6to4, Teredo, ISATAP.
    '2002:7f00:1::1',
    '2002:0808:0808::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001::1',
    '2a00:1450::5efe:10.0.0.1',
    '2a00:1450::200:5efe:192.168.0.1',
    'fe80::5efe:8.8.8.8',
    // Local, of one link, documentation, benchmarks, discard, multicast, and unassigned blocks.
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1111%1',
    'fec0::1',
    '2001:db8::1',
    '3fff::1',
    '3ffe::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '100::1',
    '5f00::1',
    'ff02::1',
    '4000::1',
    // No addresses at all.
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
  ])('is false of %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('classifies an address that embeds an IPv4 address by that address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address))
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublicAddress(address))
        expect(isPublicAddress(`2a00:1450:1:2:0:5efe:${address}`)).toBe(isPublicAddress(address))
        expect(isPublicAddress(`::${address}`)).toBe(false)
      }),
    )
  })
})

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('coversAllAddresses', () => {
  it.each([
    [['0.0.0.0/0']],
    [['::/0']],
    [['0.0.0.0/1', '128.0.0.0/1']],
    [['10.0.0.0/8', '128.0.0.0/1', '0.0.0.0/2', '64.0.0.0/2']],
    [['::/1', '8000::/1']],
    [['1.2.3.4/0']],
  ])('is true of %j', (ranges) => {
    expect(coversAllAddresses(ranges)).toBe(true)
  })

  it.each([
    [[]],
    [['10.0.0.0/8', '192.168.0.0/16', 'fd00::/8']],
    [['0.0.0.0/1']],
    [['0.0.0.0/1', '::/1']],
    [['0.0.0.0/1', '128.0.0.0/2']],
  ])('is false of %j', (ranges) => {
    expect(coversAllAddresses(ranges)).toBe(false)
  })
})
