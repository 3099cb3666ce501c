// The order in which the palette of the console lists what it found.
import { describe, expect, it } from 'vitest'
import { type Findable, rank } from '../../console/src/shell/palette/rank.ts'

const page = (title: string, words?: string): Findable => ({
  kind: 'Page',
  title,
  ...(words !== undefined && { words }),
})
const titles = (entries: readonly Findable[], text: string): string[] =>
  rank(entries, text).map(({ title }) => title)

describe('rank', () => {
  it('puts a title before its beginning, a word, a part, and other words', () => {
    const entries = [
      page('Bridges', 'send'),
      page('Resend'),
      page('To send'),
      page('Send money'),
      page('Send'),
      page('History'),
    ]
    expect(titles(entries, 'send')).toEqual(['Send', 'Send money', 'To send', 'Resend', 'Bridges'])
  })

  it('finds by every word, in any order, case and accents', () => {
    const entries = [page('Café account'), page('Account'), page('Coffee', 'café')]
    expect(titles(entries, ' ACCOUNT  cafe ')).toEqual(['Café account'])
    expect(titles(entries, 'account cash')).toEqual([])
  })

  it('puts pages before actions, and both before the API, if they match as well', () => {
    const entries: Findable[] = [
      { kind: 'API', title: 'Send' },
      { kind: 'Account', title: 'Send' },
      { kind: 'Action', title: 'Send' },
      { kind: 'Page', title: 'Send' },
    ]
    expect(rank(entries, 'send').map(({ kind }) => kind)).toEqual([
      'Page',
      'Action',
      'Account',
      'API',
    ])
  })

  it('lists what the bank found last, although it contains nothing of the text', () => {
    const found: Findable = { kind: 'User', title: 'Ada Lovelace', isFound: true }
    expect(titles([found, page('Nothing', 'countess')], 'countess')).toEqual([
      'Nothing',
      'Ada Lovelace',
    ])
  })

  it('lists everything but the API without a text, and few of a kind with one', () => {
    const operation = (number: number): Findable => ({ kind: 'API', title: `Call ${number}` })
    const operations = Array.from({ length: 50 }, (_none, number) => operation(number))
    expect(titles([...operations, page('Send')], '  ')).toEqual(['Send'])
    expect(titles([...operations, page('Calls')], 'call')).toHaveLength(11)
  })
})
