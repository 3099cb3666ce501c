// The commands beside start, on a database that is not there yet, and on one that is.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { variables } from '../../src/config.ts'
import { newPerson } from './calls.ts'
import { expectDatabaseAtRest } from './database.ts'
import { launch, run, start, stop } from './florin.ts'
import { checkout, cleanUp, findPort, machineNode, makeFolder } from './support.ts'

afterEach(cleanUp)

it('help names every command and every environment variable, and no command means help', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const program = [machineNode, 'bin/florin.js']
  const help = await run({ dataDir, program, command: ['help'] })
  expect(help).toMatchObject({ code: 0, stderr: '' })
  for (const name of ['start', 'migrate', 'verify', 'help', ...Object.keys(variables)]) {
    expect(help.stdout).toMatch(new RegExp(`^ +${name} +\\S`, 'm'))
  }
  const nothing = await run({ dataDir, command: [] })
  expect(nothing).toMatchObject({ code: 0, stderr: '', stdout: help.stdout })
  expect(await readdir(join(dataDir, '..'))).toEqual([])
})

it('verify refuses before migrate and agrees after it, and start finds nothing left to do', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const migrations = (await readdir(join(checkout, 'migrations'))).toSorted()

  const before = await run({ dataDir, command: ['verify'] })
  expect(before.code).toBe(1)
  expect(before.stderr).toMatch(/^florin: [^\n]*lacks \d+ migration[^\n]*florin migrate[^\n]*\.\n$/)
  expect(before.stdout).toBe('')

  const migrated = await run({ dataDir, command: ['migrate'] })
  const applied = `Applied ${migrations.join(', ')}.\n`
  expect(migrated).toMatchObject({ code: 0, stderr: '', stdout: applied })
  const again = await run({ dataDir, command: ['migrate'] })
  expect(again).toMatchObject({ code: 0, stderr: '', stdout: 'Nothing to migrate.\n' })
  const after = await run({ dataDir, command: ['verify'] })
  expect(after).toMatchObject({ code: 0, stderr: '' })
  expect(after.stdout).toMatch(/^The database .*\.\n$/)
  await expectDatabaseAtRest(dataDir)

  const florin = await start({ dataDir })
  expect(await florin.showScreen()).toMatch(/Florin is ready \(\d+\.\d s\)\n/)
  expect((await florin.call('POST /api/auth/register', newPerson())).status).toBe(201)
  const meanwhile = launch({ dataDir, port: await findPort(), command: ['verify'] })
  expect((await meanwhile.ended).stderr).toMatch(/^florin: [^\n]*in use[^\n]*\.\n$/)
  expect(await stop(florin)).toMatchObject({ code: 0 })
})
