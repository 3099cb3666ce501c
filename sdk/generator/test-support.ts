// What tests about SDKs share: the document of the bank, and unpacked archives.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
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
export const has = (program: string, ask = '--version'): Promise<boolean> =>
  runProgram(program, [ask]).then(
    () => true,
    () => false,
  )

/** The path of a Node of this major version on this machine. */
export async function findNode(major: number): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const program of [process.execPath, ...folders.map((folder) => join(folder, 'node'))]) {
    const { stdout } = await runProgram(program, ['--version']).catch(() => ({ stdout: '' }))
    if (stdout.startsWith(`v${major}.`)) return program
  }
  return undefined
}

/** The version of a command, if this machine has it. */
export const findVersion = (program: string, ask: string): Promise<string | undefined> =>
  runProgram(program, [ask]).then(
    ({ stdout, stderr }) => /\d+(\.\d+)+/.exec(stdout || stderr)?.[0],
    () => undefined,
  )
