// The table types that the stores are checked against are those of the migrated database.
import { expect, inject, it } from 'vitest'
import { runCodegen } from '../../tools/codegen.ts'

it('src/platform/tables.ts is current; "npm run tables" makes it so', () => {
  const { template, ...server } = inject('server')
  const { ok, output } = runCodegen(server, template, ['--verify'])
  expect(ok, output).toBe(true)
})
