// Names that imitate other names.
import { describe, expect, it } from 'vitest'
import {
  findConfusable,
  findMixedAlphabets,
  hasInvisible,
  skeletonOf,
  isConfusableWithBank,
} from './confusables.ts'

describe('isConfusableWithBank', () => {
  it.each([
    'Florin',
    'FlorinBank',
    'FIorin',
    'F1orin',
    'flor1n',
    'FLORIN',
    'Flοrin',
    'Flоrіn',
    'Flörin',
    'Ｆｌｏｒｉｎ',
    'F l o r i n',
    'F.l.o.r.i.n',
    'fl0rin pay',
    'Adm1n',
    'Оfficial agent',
    'the Systern',
  ])('is true of %s', (name) => {
    expect(isConfusableWithBank(name)).toBe(true)
  })

  it.each([
    'Agent',
    'Systematic administration helper',
    'Color Inspector',
    'Flora',
    'Яндекс',
    '天気アプリ',
    'Café Ångström',
  ])('is false of %s', (name) => {
    expect(isConfusableWithBank(name)).toBe(false)
  })
})

describe('skeletonOf', () => {
  it.each([
    ['Claude', 'C1aude'],
    ['Claude', 'СІаudе'],
    ['PayPal', 'PaypaI'],
    ['modern agent', 'rnodem agent'],
    ['Example App', 'Ехаmрlе Арр'],
  ])('is the same of %s and %s', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other))
  })

  it.each([
    ['Claude', 'Cloud'],
    ['Agent A', 'Agent B'],
    ['Agent', 'Agents'],
  ])('differs between %s and %s', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other))
  })
})

describe('findMixedAlphabets', () => {
  it('finds words of two alphabets', () => {
    expect(findMixedAlphabets('Pаypal')).toEqual(['Latin', 'Cyrillic'])
    expect(findMixedAlphabets('My αgent')).toEqual(['Latin', 'Greek'])
  })

  it.each(['Яндекс Agent', 'Agent ΑΒΓ', 'LINE ライン天気', 'Café', 'Agent 7', '카카오Pay'])(
    'finds none in %s',
    (name) => {
      expect(findMixedAlphabets(name)).toBeUndefined()
    },
  )
})

describe('hasInvisible', () => {
  it.each([
    '\u00ad',
    '\u034f',
    '\u115f',
    '\u180e',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u202e',
    '\u2066',
    '\u2800',
    '\u3164',
    '\ufe0f',
    '\uffa0',
    '\u{e0041}',
  ])('sees %j', (one) => {
    expect(hasInvisible(`Ag${one}ent`)).toBe(true)
  })
  it('accepts visible characters', () => {
    expect(hasInvisible('Agent Über-天気 ✓ 🙂')).toBe(false)
  })
})

describe('findConfusable', () => {
  const at = (name: string, day: number) => ({ name, created_at: `2026-01-0${day}T00:00:00.000Z` })
  it('is the plainer or the earlier of two', () => {
    expect(findConfusable(at('C1aude', 2), [at('Claude', 1)])).toBe('Claude')
    expect(findConfusable(at('C1aude', 1), [at('Claude', 2)])).toBe('Claude')
    expect(findConfusable(at('Claude', 2), [at('C1aude', 1)])).toBeUndefined()
    expect(findConfusable(at('PaypaI', 1), [at('Paypal', 2)])).toBe('Paypal')
    expect(findConfusable(at('Lil', 2), [at('Lll', 1)])).toBe('Lll')
    expect(findConfusable(at('claude', 2), [at('Claude', 1)])).toBeUndefined()
  })
})
