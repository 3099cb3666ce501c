// The version of the software is written in several files, for npm and for the program.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SOFTWARE_VERSION } from './version.ts'

it.each(['package.json', 'package-lock.json', 'sdk/agent/package.json', 'sdk/client/package.json'])(
  'the version in %s is that of the software',
  (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ version: SOFTWARE_VERSION })
  },
)

it.each(['sdk/agent', 'sdk/client'])('the lock file has that version of %s, too', (name) => {
  const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
  expect(JSON.parse(text).packages[name]).toMatchObject({ version: SOFTWARE_VERSION })
})

it('the newest release in the changelog is that of the software', () => {
  const text = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  const [, version, date] = /^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/m.exec(text) ?? []
  expect([version, date]).toEqual([SOFTWARE_VERSION, expect.any(String)])
})
