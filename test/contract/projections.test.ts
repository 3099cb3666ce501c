// The committed descriptions of the bank are what the code says; a change of the surface is seen in
// review, or it does not pass.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectAll } from '../../src/transport/projections.ts'
import { describeForTests } from '../harness/describe.ts'

const folder = new URL('../../api/', import.meta.url)
const projections = projectAll(describeForTests())

describe('api/', () => {
  it('holds every projection and nothing else', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(projections).toSorted())
  })

  it.each(Object.entries(projections))(
    '%s is current; "npm run project" makes it so',
    (name, content) => {
      expect(readFileSync(new URL(name, folder), 'utf8')).toBe(content)
    },
  )
})
