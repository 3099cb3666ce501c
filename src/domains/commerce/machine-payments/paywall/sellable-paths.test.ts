// A path is judged by its canonical form, not by its spelling.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalPath, isSellable } from './sellable-paths.ts'

const encode = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`

/** The same path in other letters, encoded once or twice, with detours. */
const spellings = (path: string): fc.Arbitrary<string> => {
  const letter = (one: string) =>
    one === '/'
      ? fc.constantFrom('/', '//', '/./', '/a/../', '/%2e/', '%2f', '\\')
      : fc.constantFrom(one, one.toUpperCase(), encode(one), encode(one).replace('%', '%25'))
  return fc
    .tuple(...path.split('').map(letter), fc.constantFrom('', '/', '//', '/.', '/x/..'))
    .map((parts) => parts.join(''))
}

const never = [
  '/',
  '/health',
  '/healthz',
  '/health/live',
  '/metrics',
  '/.well-known/x402-configuration',
  '/oauth/token',
  '/mcp',
  '/api',
  '/api/v2',
  '/api/v2/auth/login',
  '/api/healthz',
  '/sign-in',
  '/sign-up',
  '/open-banking/consents/1/authorize',
]

describe('isForSale', () => {
  it.each(never)('is false of %s for every seller, in every spelling', (path) => {
    fc.assert(
      fc.property(spellings(path), (spelling) => {
        expect(canonicalPath(spelling)).toBe(path)
        expect(isSellable(spelling, 'customer')).toBe(false)
        expect(isSellable(spelling, 'operator')).toBe(false)
      }),
    )
  })

  it('lets operators alone sell what is under /api', () => {
    fc.assert(
      fc.property(spellings('/api/v2/gcu'), (spelling) => {
        expect(isSellable(spelling, 'customer')).toBe(false)
        expect(isSellable(spelling, 'operator')).toBe(true)
      }),
    )
  })

  it.each(['/premium/report', '/apis', '/authors', '/news/health', '/a/metrics'])(
    'is true of %s',
    (path) => {
      expect(isSellable(path, 'customer')).toBe(true)
    },
  )
})
