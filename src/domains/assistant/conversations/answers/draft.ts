// A draft of an answer. Texts that others wrote, such as references and names of accounts, are replaced by marks and
// filled in at the end: a language model that words the answer never sees them.

export interface Draft {
  /** The answer with marks for the texts of others. */
  readonly marked: string
  readonly names: readonly string[]
  /** Appended to the answer whatever its wording, such as what was left out; with marks, too. */
  readonly notes?: readonly string[]
}

/** The characters of marks; none of them is part of a text that the bank writes itself. */
export const MARK = /⟦(\d{1,3})⟧/g

const NAME_LENGTH_MAX = 200

/** Collects the texts of others while a draft is written. */
export class Names {
  readonly all: string[] = []

  /** The mark that replaces the text. */
  mark(name: string): string {
    const known = this.all.indexOf(name)
    if (known >= 0) return `⟦${known + 1}⟧`
    this.all.push(name)
    return `⟦${this.all.length}⟧`
  }
}

/** Without line breaks and marks of its own, which could make it look like a part of the answer. */
export const cleanName = (name: string): string => {
  const letters = Array.from(name.replaceAll(/[\p{Cc}\p{Cf}\s⟦⟧]+/gu, ' ').trim())
  return letters.length > NAME_LENGTH_MAX
    ? `${letters.slice(0, NAME_LENGTH_MAX).join('')}…`
    : letters.join('')
}

export const fill = ({ marked, names, notes = [] }: Draft): string =>
  [marked, ...notes]
    .join(marked.includes('\n') ? '\n' : ' ')
    .replaceAll(MARK, (mark, number: string) => {
      const name = names[Number(number) - 1]
      return name === undefined ? mark : cleanName(name)
    })
