// The guides of the repository, which the build makes part of the reference (`console/guides.ts`).
import type { Block } from './markdown.ts'
import type { Entry } from './search.ts'

export interface Guide {
  readonly name: string
  readonly title: string
  /** The heading of the list of guides that it stands under. */
  readonly group: string
  /** Names of fields, headers and settings, by which it is found, too. */
  readonly words: string
  readonly sections: readonly {
    readonly title: string
    readonly id: string
    readonly words: string
  }[]
}

/** The pages by their addresses. */
export type GuidePages = Readonly<Record<string, () => Promise<{ readonly blocks: Block[] }>>>

export const entriesOfGuides = (guides: readonly Guide[]): Entry[] => [
  page('Getting started', 'From nothing to a payment', ''),
  page('Errors', 'All codes, and what to do about each', 'errors'),
  page('Guides', 'All guides', 'guides'),
  page('Changelog', 'What changed, by version', 'changelog'),
  ...guides.flatMap(({ name, title, group, words, sections }) => [
    {
      ...page(title, group, `guides/${name}`),
      names: [name],
      text: words,
    },
    ...sections.map((section) => ({
      ...page(section.title, title, `guides/${name}#${section.id}`),
      text: `${title} ${section.words}`,
      place: 2.5,
    })),
  ]),
]

const page = (title: string, detail: string, to: string): Entry => ({
  kind: 'guide',
  title,
  detail,
  to,
  names: [],
  text: '',
  place: 2,
})
