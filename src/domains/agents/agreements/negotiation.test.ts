// What can be agreed on, as properties over all agents there could be.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Agreed, negotiate, readTerms, type Terms } from './negotiation.ts'
import { pairOf } from './service.ts'
import { capabilitiesOf, isVersion, offeredIn, versions } from './versions.ts'

const some = (names: readonly string[]) =>
  fc.option(fc.shuffledSubarray([...names, 'unknown']), { nil: undefined })
const terms: fc.Arbitrary<Terms> = fc.record({
  versions: some(versions),
  encryption: some(capabilitiesOf['1.1'].encryption),
  signatures: some(capabilitiesOf['1.1'].signatures),
})
const preferred = fc.shuffledSubarray([...offeredIn('1.1'), 'encryption', 'flying'])

const agreedOf = (result: ReturnType<typeof negotiate>): Agreed | undefined =>
  'agreed' in result ? result.agreed : undefined
const accepts = (list: readonly string[] | undefined, one: string) =>
  list === undefined || list.includes(one)

describe('negotiate', () => {
  it('takes the newest version, the first methods and everything, when neither side restricts', () => {
    const all = readTerms({})
    expect(negotiate(all, all)).toEqual({
      agreed: {
        version: '1.1',
        encryption_method: 'aes-256-gcm',
        signature_method: 'ed25519',
        capabilities: [
          'messaging',
          'payments',
          'escrow',
          'compression',
          'streaming',
          'batch_operations',
        ],
      },
    })
  })

  it('agrees only on what both accept and the version has', () => {
    fc.assert(
      fc.property(terms, terms, preferred, (one, other, wanted) => {
        const agreed = agreedOf(negotiate(one, other, wanted))
        if (!agreed) return
        const { version, encryption_method, signature_method, capabilities } = agreed
        const known = capabilitiesOf[version]
        for (const side of [one, other]) {
          expect(accepts(side.versions, version)).toBe(true)
          expect(accepts(side.encryption, encryption_method)).toBe(true)
          expect(accepts(side.signatures, signature_method)).toBe(true)
        }
        expect(known.encryption).toContain(encryption_method)
        expect(known.signatures).toContain(signature_method)
        expect(capabilities.length).toBeGreaterThan(0)
        for (const name of capabilities) {
          expect(known[name as keyof typeof known]).toBe(true)
          if (wanted.length > 0) expect(wanted).toContain(name)
        }
        const newer = versions.slice(0, versions.indexOf(version))
        for (const better of newer)
          expect(accepts(one.versions, better) && accepts(other.versions, better)).toBe(false)
      }),
    )
  })

  it('does not depend on the initiator, except for the order of preference', () => {
    fc.assert(
      fc.property(terms, terms, preferred, (one, other, wanted) => {
        const [there, back] = [negotiate(one, other, wanted), negotiate(other, one, wanted)]
        const [first, second] = [agreedOf(there), agreedOf(back)]
        expect(first?.version).toBe(second?.version)
        expect(first?.capabilities).toEqual(second?.capabilities)
        // Whatever cannot be agreed on is the same from both sides, word by word.
        if (!first) expect(there).toEqual(back)
        const isFree = one.encryption === undefined && one.signatures === undefined
        const isOtherFree = other.encryption === undefined && other.signatures === undefined
        if (isFree && isOtherFree) expect(there).toEqual(back)
      }),
    )
  })

  it('fails exactly when there is nothing in common', () => {
    fc.assert(
      fc.property(terms, terms, preferred, (one, other, wanted) => {
        const both = (what: keyof Terms, name: string) =>
          accepts(one[what], name) && accepts(other[what], name)
        const version = versions.find((name) => both('versions', name))
        const possible =
          version !== undefined &&
          capabilitiesOf[version].encryption.some((name) => both('encryption', name)) &&
          capabilitiesOf[version].signatures.some((name) => both('signatures', name)) &&
          (wanted.length === 0 || offeredIn(version).some((name) => wanted.includes(name)))
        expect('agreed' in negotiate(one, other, wanted)).toBe(possible)
      }),
    )
  })

  it('prefers what the initiator names first', () => {
    const asks = readTerms({ encryption: ['chacha20-poly1305', 'aes-256-gcm'] })
    const answers = readTerms({ encryption: ['aes-256-gcm', 'chacha20-poly1305'] })
    expect(agreedOf(negotiate(asks, answers))?.encryption_method).toBe('chacha20-poly1305')
    expect(agreedOf(negotiate(answers, asks))?.encryption_method).toBe('aes-256-gcm')
  })
})

describe('the pair', () => {
  it('is the same from both sides, and another for any other two', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.uuid(), (one, other, third) => {
        expect(pairOf(one, other)).toEqual(pairOf(other, one))
        if (third !== other) expect(pairOf(one, third)).not.toEqual(pairOf(one, other))
      }),
    )
  })
})

describe('readTerms', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    [
      ['a', 1, 'b'],
      ['a', 'b'],
    ],
    ['a', ['a']],
    [{ preferred: 'b', supported: ['a', 'b'] }, ['b', 'a', 'b']],
    [true, []],
    [{}, []],
    [7, []],
  ])('reads %j as %j', (given, read) => {
    expect(readTerms({ encryption: given }).encryption).toEqual(read)
  })

  it('never fails, whatever the record holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const list = readTerms({ protocol_versions: value }).versions
        expect(list === undefined || list.every((one) => typeof one === 'string')).toBe(true)
      }),
    )
  })
})

describe('isVersion', () => {
  it('knows the versions and nothing else', () => {
    expect(versions.every(isVersion)).toBe(true)
    for (const wrong of ['1', '1.2', '', 'constructor', '1.1 '])
      expect(isVersion(wrong)).toBe(false)
  })
})
