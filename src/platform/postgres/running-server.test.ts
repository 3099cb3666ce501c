// Finding the server of a bank that runs, without ever starting a second one on its files.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { acquireDataLock } from './data-lock.ts'
import { findRunningServer, hasDatabase } from './running-server.ts'
import { cleanUp, makeFolder } from './test-support.ts'

afterAll(cleanUp)

it('finds the one of a live process, none where there is no lock, and refuses a lock of a process it does not see', async () => {
  const folder = await makeFolder()
  expect(await findRunningServer(join(folder, 'none'))).toBeUndefined()
  expect(await findRunningServer(folder)).toBeUndefined()
  const release = await acquireDataLock(folder)
  expect(await findRunningServer(folder)).toMatchObject({ user: 'florin' })
  await release()
  await writeFile(join(folder, 'florin.lock'), '999999999 gone\n')
  await expect(findRunningServer(folder)).rejects.toThrow(
    /^The data folder .* belongs to a Florin that this process does not see, [^\n]*\.$/,
  )
  expect(await hasDatabase(folder)).toBe(false)
})
