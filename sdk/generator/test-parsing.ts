// Parses sources of the languages, for tests of what is generated in them.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as treeSitter from '@vscode/tree-sitter-wasm'
import type { LanguageName } from './languages.ts'

/** TypeScript is compiled instead: the grammar does not know all of it. */
export type ParsedLanguage = Exclude<LanguageName, 'typescript'>

const GRAMMARS: Readonly<
  Record<ParsedLanguage, { readonly file: string; readonly ending: string }>
> = {
  python: { file: 'python', ending: '.py' },
  java: { file: 'java', ending: '.java' },
  go: { file: 'go', ending: '.go' },
  csharp: { file: 'c-sharp', ending: '.cs' },
  php: { file: 'php', ending: '.php' },
}

const require = createRequire(import.meta.url)
const { Language, Parser } = require('@vscode/tree-sitter-wasm') as typeof treeSitter
const parsers = new Map<ParsedLanguage, treeSitter.Parser>()

async function parserOf(language: ParsedLanguage): Promise<treeSitter.Parser> {
  const known = parsers.get(language)
  if (known) return known
  await Parser.init()
  const file = `@vscode/tree-sitter-wasm/wasm/tree-sitter-${GRAMMARS[language].file}.wasm`
  const parser = new Parser()
  parser.setLanguage(await Language.load(await readFile(require.resolve(file))))
  parsers.set(language, parser)
  return parser
}

/** Source files, how many there were, and those that do not parse in the language. */
export async function parseAll(language: ParsedLanguage, files: ReadonlyMap<string, string>) {
  const parser = await parserOf(language)
  const { ending } = GRAMMARS[language]
  const sources = [...files].filter(([path]) => path.endsWith(ending))
  const broken = sources.flatMap(([path, text]) => {
    const tree = parser.parse(text)!
    const isBroken = tree.rootNode.hasError
    tree.delete()
    return isBroken ? [path] : []
  })
  return { count: sources.length, broken }
}
