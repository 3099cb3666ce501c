// The checks that prevent a start after the database is open.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, startBank } from '../test/harness/bank.ts'

describe('a production bank', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  beforeAll(async () => {
    database = await createDatabase()
  })
  afterAll(() => database.drop())

  it('has an operator, whether or not the environment still names one', async () => {
    const { address } = database
    const production = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) }
    const withoutAdmin = { ...production, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
    await expect(startBank({ address, env: withoutAdmin })).rejects.toThrow(/^No operator exists/)
    const first = await startBank({ address, env: production })
    await first.stop()
    const later = await startBank({ address, env: withoutAdmin })
    await later.stop()
  })
})

describe('a database', () => {
  const production = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) }
  const sandbox = { FLORIN_MODE: 'sandbox' }

  it.each([
    ['sandbox', sandbox, production],
    ['production', production, sandbox],
  ])('of a bank in %s mode belongs to it for good', async (mode, own, other) => {
    const database = await createDatabase()
    const { address } = database
    const first = await startBank({ address, env: own })
    await first.stop()
    await expect(startBank({ address, env: other })).rejects.toThrow(
      `this database belongs to a bank in ${mode} mode; set FLORIN_MODE=${mode}`,
    )
    const again = await startBank({ address, env: own })
    await again.stop()
    await database.drop()
  })

  it('is bound to no mode after a start that failed', async () => {
    const database = await createDatabase()
    const { address } = database
    const withoutAdmin = { ...production, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
    await expect(startBank({ address, env: withoutAdmin })).rejects.toThrow(/^No operator exists/)
    const bank = await startBank({ address, env: sandbox })
    await bank.stop()
    await database.drop()
  })
})
