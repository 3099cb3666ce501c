// The programs in the READMEs of the TypeScript packages compile with the strictest settings that a reader may have.
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { makeFiles, runProgram, writeOut } from './test-support.ts'

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const OPTIONS = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

const programsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^```(?:ts|js)\n(.*?)^```$/gms)].map(([, program]) => program!)

it('programs in READMEs compile', async () => {
  const made = makeFiles('typescript')
  const texts = new Map([['generated', made.get('README.md')!]])
  for (const name of ['client', 'agent'])
    texts.set(name, await readFile(root(`sdk/${name}/README.md`), 'utf8'))
  texts.set('sdk', await readFile(root('sdk/README.md'), 'utf8'))
  const programs = [...texts].flatMap(([name, text]) =>
    programsOf(text).map((program, index) => [`${name}-${index}.ts`, program] as const),
  )
  expect(programs.map(([name]) => name)).toEqual(
    expect.arrayContaining(['generated-0.ts', 'client-0.ts', 'agent-0.ts']),
  )
  const paths = {
    'acme-pay-sdk': ['./src/index.ts'],
    '@florin/client': [root('sdk/client/index.ts')],
    '@florin/agent': [root('sdk/agent/index.ts')],
  }
  const settings = { compilerOptions: { ...OPTIONS, paths }, files: programs.map(([name]) => name) }
  const { folder, remove } = await writeOut(
    new Map([...made, ...programs, ['tsconfig.json', JSON.stringify(settings)]]),
  )
  try {
    await symlink(root('node_modules'), join(folder, 'node_modules'))
    await runProgram(root('node_modules/.bin/tsc'), ['-p', folder])
  } catch (error) {
    expect(error).toHaveProperty('stdout', '')
  } finally {
    await remove()
  }
})
