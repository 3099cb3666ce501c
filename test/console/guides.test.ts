// The guides as the console's build reads them: their Markdown, their order, and where their links lead.
import { describe, expect, it } from 'vitest'
import { guidePages, linksIn, listGuides, readPage } from '../../console/guides.ts'
import { type Block, parseMarkdown, textOf } from '../../console/src/reference/markdown.ts'

const parse = (text: string): Block[] =>
  parseMarkdown(text, (target) => (target.startsWith('other.md') ? 'guides/other' : undefined))
const inlineOf = (text: string) => {
  const [first] = parse(text)
  return first?.kind === 'paragraph' ? first.inside : undefined
}

describe('Markdown', () => {
  it('has headings with anchors, paragraphs and code', () => {
    expect(
      parse('# Live: `GET /x`, now\n\nOne\ntwo.\n```sh no-run: why\na | b\n\n# c\n```\n'),
    ).toEqual([
      {
        kind: 'heading',
        level: 1,
        id: 'live-get-x-now',
        inside: ['Live: ', { kind: 'code', text: 'GET /x' }, ', now'],
      },
      { kind: 'paragraph', inside: ['One\ntwo.'] },
      { kind: 'code', text: 'a | b\n\n# c' },
    ])
  })

  it('has lists within lists, with what belongs to an item', () => {
    expect(
      parse(
        '1. one\n   more\n2. two\n   - a\n   - b\n\n   ```\n   x\n     y\n   ```\n\n   End.\n\nOut.',
      ),
    ).toEqual([
      {
        kind: 'list',
        isOrdered: true,
        items: [
          [{ kind: 'paragraph', inside: ['one\nmore'] }],
          [
            { kind: 'paragraph', inside: ['two'] },
            {
              kind: 'list',
              isOrdered: false,
              items: [
                [{ kind: 'paragraph', inside: ['a'] }],
                [{ kind: 'paragraph', inside: ['b'] }],
              ],
            },
            { kind: 'code', text: 'x\n  y' },
            { kind: 'paragraph', inside: ['End.'] },
          ],
        ],
      },
      { kind: 'paragraph', inside: ['Out.'] },
    ])
  })

  it('takes a number within a text as a part of it', () => {
    expect(inlineOf('Answered with\n404. Then:')).toEqual(['Answered with\n404. Then:'])
  })

  it('has tables', () => {
    expect(parse('| a | |\n|---|---:|\n| `x\\|y` | **b** |\n')).toEqual([
      {
        kind: 'table',
        head: [['a'], []],
        rows: [[[{ kind: 'code', text: 'x|y' }], [{ kind: 'strong', inside: ['b'] }]]],
      },
    ])
  })

  it('has emphasis, code and escapes', () => {
    expect(inlineOf('**a `*` b** and *c*, ``d`e``, 2 * 3 * 4, \\*f\\*')).toEqual([
      { kind: 'strong', inside: ['a ', { kind: 'code', text: '*' }, ' b'] },
      ' and ',
      { kind: 'em', inside: ['c'] },
      ', ',
      { kind: 'code', text: 'd`e' },
      ', 2 * 3 * 4, *f*',
    ])
  })

  it('keeps links that lead somewhere, and shows files as code', () => {
    expect(inlineOf('[Other `x`](other.md#a), [a file](x.ts), [src/x.ts](../src/x.ts)')).toEqual([
      { kind: 'link', to: 'guides/other', inside: ['Other ', { kind: 'code', text: 'x' }] },
      ', a file, ',
      { kind: 'code', text: 'src/x.ts' },
    ])
  })

  it('leaves HTML and pictures out', () => {
    expect(parse('<!-- x -->\n\n<picture>\n  <img src="x">\n</picture>\n\n![x](y.svg)\n')).toEqual(
      [],
    )
    // Within a text it is text.
    expect(inlineOf('a <script>b</script>')).toEqual(['a <script>b</script>'])
  })
})

describe('the guides', () => {
  const guides = listGuides()

  it('are in the order of their list, under its headings', () => {
    expect(guides.length).toBeGreaterThan(30)
    expect(guides.slice(0, 2).map(({ name }) => name)).toEqual(['florin', 'modes'])
    expect([...new Set(guides.map(({ group }) => group))]).toEqual(['Integrate', 'Operate'])
    const webhooks = guides.find(({ name }) => name === 'webhooks')!
    expect(webhooks.title).toBe('Receiving events: webhooks, streams, pages')
    expect(webhooks.sections.map(({ id }) => id)).toContain('checking-the-signature')
  })

  it('link to pages and headings that exist', () => {
    const anchors = new Map(
      [...guidePages].map(([page, file]) => [
        page,
        new Set(readPage(file).flatMap((block) => (block.kind === 'heading' ? [block.id] : []))),
      ]),
    )
    const lost: string[] = []
    let links = 0
    for (const [page, file] of guidePages)
      for (const to of readPage(file).flatMap(linksIn)) {
        if (to.startsWith('https:')) continue
        links++
        const [target = '', anchor] = to.split('#')
        const known = anchors.get(target)
        if (!known || (anchor !== undefined && !known.has(anchor))) lost.push(`${page}: ${to}`)
      }
    expect(links).toBeGreaterThan(50)
    expect(lost).toEqual([])
  })

  it('show no mark of Markdown', () => {
    const marks: string[] = []
    const check = (page: string, block: Block): void => {
      if (block.kind === 'list') block.items.flat().forEach((one) => check(page, one))
      const texts =
        block.kind === 'paragraph' || block.kind === 'heading'
          ? [block.inside]
          : block.kind === 'table'
            ? [...block.head, ...block.rows.flat()]
            : []
      for (const inside of texts) {
        const plain = inside.filter((one) => typeof one === 'string').join(' ')
        if (/\*\*|`|\]\(|^\s*[-#|] /m.test(plain)) marks.push(`${page}: ${textOf(inside)}`)
      }
    }
    for (const [page, file] of guidePages) for (const block of readPage(file)) check(page, block)
    expect(marks).toEqual([])
  })
})
