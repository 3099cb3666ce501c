// What a migration declares in the comment that it begins with; lines that are indented further continue an entry:
//
//   -- contract: drops identity.users.phone, which nothing uses since 1.2.0
//   -- rewrites: ledger.moves, ledger.holds: the units get more digits
//   -- exempt: identity.users.users_check: why the version before works with this change, though a check reports it
//
// "contract" stops older versions than the one it names from starting (`migrations.ts`), "rewrites" pauses the provers
// while it runs, and "exempt" is for the check of new migrations (`test/contract/migrations.test.ts`).

export interface MigrationHeader {
  /** What older versions use and this migration removes. */
  readonly contract: string | undefined
  /** The tables of which it writes every row again. */
  readonly rewrites: readonly string[]
  /** Changes that a check reports although they are compatible, each with the reason. */
  readonly exempt: ReadonlyMap<string, string>
}

const KEYS = ['contract', 'rewrites', 'exempt'] as const

export function readHeader(sql: string): MigrationHeader {
  const entries = readEntries(sql)
  const textsOf = (key: string): string[] =>
    entries.filter((entry) => entry.key === key).map((entry) => entry.text)
  const contracts = textsOf('contract')
  return {
    contract: contracts.length === 0 ? undefined : contracts.join('; '),
    rewrites: textsOf('rewrites').flatMap((text) => splitOnce(text)[0].split(/,\s*/)),
    exempt: new Map(textsOf('exempt').map(splitOnce)),
  }
}

/** The first version that works after a contraction, from its text. */
export const readSince = (contract: string): string | undefined =>
  /\bsince (\d+\.\d+\.\d+)/.exec(contract)?.[1]

function readEntries(sql: string): { readonly key: string; text: string }[] {
  const entries: { key: string; text: string }[] = []
  let isOpen = false
  for (const line of commentOf(sql)) {
    const [, key, text = ''] = /^-- ([a-z]+):(?: (.*))?$/.exec(line) ?? []
    const isEntry = KEYS.some((known) => known === key)
    if (isEntry) entries.push({ key: key!, text: text.trim() })
    else if (isOpen && line.startsWith('--  ')) entries.at(-1)!.text += ` ${line.slice(2).trim()}`
    isOpen = isEntry || (isOpen && line.startsWith('--  '))
  }
  return entries
}

/** The lines before the first statement that are comments. */
function commentOf(sql: string): string[] {
  const lines = sql.split('\n').map((line) => line.trimEnd())
  const end = lines.findIndex((line) => line !== '' && !line.startsWith('--'))
  return end < 0 ? lines : lines.slice(0, end)
}

function splitOnce(text: string): [subject: string, why: string] {
  const at = text.indexOf(': ')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)]
}
