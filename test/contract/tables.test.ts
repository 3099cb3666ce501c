// The table types that the stores are checked against are those of the migrated database.
import { readFile } from 'node:fs/promises'
import { expect, inject, it } from 'vitest'
import { renderTables } from '../../tools/codegen.ts'

it('src/platform/tables.ts is current; "npm run tables" makes it so', async () => {
  const { template, ...server } = inject('server')
  const written = await readFile(new URL('../../src/platform/tables.ts', import.meta.url), 'utf8')
  expect(written).toBe(await renderTables(server, template))
})
