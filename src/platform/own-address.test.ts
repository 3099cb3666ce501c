// Which names are the same place, and which are another's.
import { describe, expect, it } from 'vitest'
import { addressFor, namesOf } from './own-address.ts'

const local = 'http://localhost:8080'

describe('the address of the bank', () => {
  it.each([
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    // Another program's, or another machine's.
    ['127.0.0.1:8081', local],
    ['127.0.0.1', local],
    ['evil.example:8080', local],
    ['localhost.evil.example:8080', local],
    ['127.0.0.1:8080@evil.example', local],
    ['not a host', local],
    [undefined, local],
  ])('for the host %s is %s', (host, address) => {
    expect(addressFor(host, local)).toBe(address)
  })

  it('has one name where it is public', () => {
    expect(addressFor('127.0.0.1:8080', 'https://bank.example')).toBe('https://bank.example')
    expect(addressFor('127.0.0.1', 'https://bank.example')).toBe('https://bank.example')
  })

  it('has three names on this machine, and one in public', () => {
    expect(namesOf(local)).toEqual([local, 'http://127.0.0.1:8080', 'http://[::1]:8080'])
    expect(namesOf('https://bank.example')).toEqual(['https://bank.example'])
  })
})
