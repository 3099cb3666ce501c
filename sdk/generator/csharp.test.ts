// The names in the C# SDK with all modules, as its compiler would see them.
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { csharpNames as names } from './names/csharp.ts'
import { toSource, writeFiles } from './sdk-package.ts'
import { toOlderCsharp } from './test-csharp.ts'
import { allModules, document, has, request, runProgram, writeOut } from './test-support.ts'

const source = toSource(document, request('csharp', { modules: allModules }))
const files = writeFiles(source, 'csharp')
const sources = [...files].filter(([path]) => path.startsWith('src/') && path.endsWith('.cs'))

const twice = (list: readonly string[]): string[] =>
  list.filter((one, index) => list.indexOf(one) !== index)

/** The types of a file, and the members of the one that its name says. */
function declarationsOf(path: string, text: string) {
  const namespace = /^namespace ([\w.]+);$/m.exec(text)?.[1]
  const types = [...text.matchAll(/^\w[\w ]* (?:class|record) (\w+)/gm)].map(([, name]) => name!)
  const members = [
    ...text.matchAll(
      /^ {4}public (?!override|sealed|static class)[^=({\n]*?(\w+) ?(?:[({=;]|=>)/gm,
    ),
  ].map(([, name]) => name!)
  return { path, own: basename(path, '.cs'), namespace, types, members }
}

const declarations = sources.map(([path, text]) => declarationsOf(path, text))
const typesIn = (namespace: string): string[] =>
  declarations.filter((one) => one.namespace === namespace).flatMap(({ types }) => types)

describe('the SDK for C#', () => {
  it('declares every type once, and in its namespace alone', () => {
    const all = ['AcmePaySdk', 'AcmePaySdk.Api', 'AcmePaySdk.Models'].map(typesIn)
    expect(all.map((types) => types.length > 10)).toEqual([true, true, true])
    // What a partner imports together: a name in two of them would be ambiguous.
    expect(twice(all.flat())).toEqual([])
    expect(all.flat().filter((name) => ['Api', 'Models', 'System'].includes(name))).toEqual([])
  })

  it('declares every member once, and none with the name of its type', () => {
    const generated = declarations.filter(({ path }) => /\/(?:Api|Models)\/|\/Client\./.test(path))
    expect(generated.flatMap(({ members }) => members).length).toBeGreaterThan(10_000)
    const broken = generated.filter(({ own, members }) => {
      // The constructor of a client or module has its name.
      const others = own === 'Client' ? members.filter((name) => name !== own) : members
      return others.includes(own) || twice(others).length > 0
    })
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  it('names every model with its namespace, and has it', () => {
    const models = new Set(typesIn('AcmePaySdk.Models'))
    const used = sources.flatMap(([, text]) => [...text.matchAll(/\bModels\.(\w+)/g)])
    expect(used.length).toBeGreaterThan(2_000)
    expect(used.filter(([, name]) => !models.has(name!)).map(([text]) => text)).toEqual([])
    const importing = sources.filter(([, text]) => /^using \w+\.Models;/m.test(text))
    expect(importing.map(([path]) => path)).toEqual([])
  })

  it('does not name a model as a type that new projects import', () => {
    expect(names.type('Environment')).toBe('EnvironmentModel')
    expect(files.has('src/AcmePaySdk/Models/EnvironmentModel.cs')).toBe(true)
    expect(files.has('src/AcmePaySdk/Models/Environment.cs')).toBe(false)
  })
})

// It knows C# 7 alone, so that the generated code is written in it first.
describe.skipIf(!(await has('mcs')))('the SDK for C# (needs mcs)', () => {
  it('compiles, beside all that new projects import', async () => {
    const older = toOlderCsharp(files, 'AcmePaySdk')
    const { folder, remove } = await writeOut(older)
    try {
      const options = ['-langversion:experimental', '-target:library', '-out:sdk.dll']
      await runProgram('mcs', [...options, '-recurse:*.cs'], { cwd: folder })
    } finally {
      await remove()
    }
  })
})
