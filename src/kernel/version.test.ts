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
