// The committed descriptions of the bank are what the code says; a change of the surface is seen in
// review, or it does not pass.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectSdk } from '../../sdk/generator/index.ts'
import { toOpenApi } from '../../src/transport/openapi/document.ts'
import { projectAll } from '../../src/transport/projections.ts'
import { projectReference } from '../../tools/reference.ts'
import { describeForTests, describeMetricsForTests } from '../harness/describe.ts'

const registry = describeForTests()
const folders = [
  { path: 'api/', files: projectAll(registry) },
  { path: 'docs/reference/', files: projectReference(registry, describeMetricsForTests()) },
]

describe.each(folders)('$path', ({ path, files }) => {
  it('holds every projection and nothing else', () => {
    const folder = new URL(`../../${path}`, import.meta.url)
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(found.filter((name) => /\.\w+$/.test(name)).toSorted()).toEqual(
      Object.keys(files).toSorted(),
    )
  })
})

const sdk = { path: 'sdk/client/', files: projectSdk(toOpenApi(registry, '/')) }

describe.each([...folders, sdk])('$path', ({ path, files }) => {
  const folder = new URL(`../../${path}`, import.meta.url)

  it.each(Object.entries(files))(
    '%s is current; "npm run project" makes it so',
    (name, content) => {
      expect(readFileSync(new URL(name, folder), 'utf8')).toBe(content)
    },
  )
})
