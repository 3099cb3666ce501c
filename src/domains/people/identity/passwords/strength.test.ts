// Weak and strong passwords of operators.
import { describe, expect, it } from 'vitest'
import { findWeakness } from './strength.ts'

const email = 'grace.hopper@bank.example'

describe('findWeakness', () => {
  it.each([
    ['', /12 characters/],
    ['Tr0ub4dor&3', /12 characters/],
    ['grace.hopper', /e-mail/],
    ['GRACE.HOPPER', /e-mail/],
    ['grace.hopper@bank.example', /e-mail/],
    ['aaaaaaaaaaaa', /repeats/],
    ['abcabcabcabc', /repeats/],
    ['passwordpassword', /try first/],
    ['Password12345', /try first/],
    ['P@ssw0rd2026!', /try first/],
    ['Operator-passw0rd', /try first/],
    ['administrator1', /try first/],
    ['florin-admin-123', /try first/],
    ['changeme-changeme!', /try first/],
    ['qwertyuiop123', /try first/],
    ['abcdefghijkl', /try first/],
    ['123456789012', /try first/],
    ['hopper-grace-1', /try first/],
  ])('finds one in %s', (password, reason) => {
    expect(findWeakness(password, email)).toMatch(reason)
  })

  it.each(['correct horse battery', 'vT9#kq2LmZ8w', 'Wanderer-7-Kupferdach', 'x7Kq-passwort-Zw3'])(
    'finds none in %s',
    (password) => {
      expect(findWeakness(password, email)).toBeUndefined()
    },
  )
})
