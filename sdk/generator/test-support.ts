// What tests about SDKs share: the document of the bank, the grammars of the languages, and unpacked archives.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import type * as treeSitter from '@vscode/tree-sitter-wasm'
import { toOpenApi } from '../../src/transport/openapi/document.ts'
import { describeForTests } from '../../test/harness/describe.ts'
import type { ApiDocument } from './document.ts'
import type { LanguageName } from './languages.ts'
import { makeSdk, type SdkRequest } from './sdk-package.ts'
import { listModules } from '../../src/domains/operations/sdks/modules.ts'

const registry = describeForTests()

export const document = JSON.parse(JSON.stringify(toOpenApi(registry, '/'))) as ApiDocument
export const allModules = listModules(registry)

export const request = (language: LanguageName, change: Partial<SdkRequest> = {}): SdkRequest => ({
  language,
  brand: { name: 'Acme Pay', color: '#aa0033' },
  modules: ['accounts', 'transfers', 'events'],
  options: { include_types: true, include_examples: true, include_tests: true },
  ...change,
})

/** The files of the archive by their paths within its folder. */
export function unpack(archive: Uint8Array): Map<string, string> {
  const text = new TextDecoder('utf-8', { fatal: true })
  return new Map(
    Object.entries(unzipSync(archive)).map(([path, bytes]) => [
      path.slice(path.indexOf('/') + 1),
      text.decode(bytes),
    ]),
  )
}

export const makeFiles = (
  language: LanguageName,
  change?: Partial<SdkRequest>,
  from: ApiDocument = document,
): Map<string, string> => unpack(makeSdk(from, request(language, change)).archive)

/** Writes the files into a new folder, which `remove` deletes. */
export async function writeOut(files: ReadonlyMap<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'florin-sdk-'))
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

export const runProgram = promisify(execFile)

/** Whether a command is installed on this machine. */
export const has = (program: string): Promise<boolean> =>
  runProgram(program, ['--version']).then(
    () => true,
    () => false,
  )

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
