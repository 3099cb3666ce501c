// The committed descriptions of the bank are what the code says; a change of the surface is seen in
// review, or it does not pass.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectAll } from '../../src/transport/projections.ts'
import { projectSdk } from '../../src/transport/sdk/index.ts'
import { projectReference } from '../../tools/reference.ts'
import { describeForTests } from '../harness/describe.ts'

const registry = describeForTests()
const folders = [
  { path: 'api/', files: projectAll(registry) },
  { path: 'docs/reference/', files: projectReference(registry) },
]

describe.each(folders)('$path', ({ path, files }) => {
  it('holds every projection and nothing else', () => {
    const folder = new URL(`../../${path}`, import.meta.url)
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(files).toSorted())
  })
})

const sdk = { path: 'sdk/client/', files: projectSdk(registry) }

describe.each([...folders, sdk])('$path', ({ path, files }) => {
  const folder = new URL(`../../${path}`, import.meta.url)

  it.each(Object.entries(files))(
    '%s is current; "npm run project" makes it so',
    (name, content) => {
      expect(readFileSync(new URL(name, folder), 'utf8')).toBe(content)
    },
  )
})
