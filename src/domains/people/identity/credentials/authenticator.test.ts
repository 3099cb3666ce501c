// The cache of credentials, when a credential is revoked while it is being read.
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../../platform/database.ts'
import { Authenticator } from './authenticator.ts'

let bank: Bank
let database: Database
beforeAll(async () => {
  bank = await startBank()
  database = openDatabase(bank.address, { connectionsMax: 1, onError: () => {} })
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

/** Holds back the rows that were read until they are released. */
function makeGate() {
  const arrived = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      arrived.resolve()
      await opened.promise
      return result
    },
  }
  return { plugin, arrived: arrived.promise, open: () => opened.resolve() }
}

const makeAuthenticator = (plugin: KyselyPlugin, isListening = true): Authenticator =>
  new Authenticator({
    db: database.read.withPlugin(plugin),
    clock: bank.clock,
    isListening: () => isListening,
  })

describe('a credential that is revoked while it is read', () => {
  it.each(['forget', 'forgetAll'] as const)('is not cached after %s', async (how) => {
    const { token, uuid } = await bank.person()
    const gate = makeGate()
    const authenticator = makeAuthenticator(gate.plugin)
    const reading = authenticator.authenticate(token, '127.0.0.1')
    await gate.arrived
    const [row] = await bank.sql<{ id: string }>(
      `update identity.credentials set revoked_at = now()
       where user_uuid = $1 and kind = 'access' returning id`,
      [uuid],
    )
    authenticator[how](row!.id)
    gate.open()
    // A request from before the revocation may still be authenticated.
    expect((await reading)?.credential?.id).toBe(row!.id)
    expect(await authenticator.authenticate(token, '127.0.0.1')).toBeUndefined()
  })
})

describe('a credential that was read', () => {
  it.each([
    ['a minute', true, 60_000],
    ['a quarter of a second where nothing is heard', false, 250],
  ])('is remembered for %s', async (_howLong, isListening, milliseconds) => {
    const { token, uuid } = await bank.person()
    const gate = makeGate()
    gate.open()
    const authenticator = makeAuthenticator(gate.plugin, isListening)
    const authenticate = () => authenticator.authenticate(token, '127.0.0.1')
    expect(await authenticate()).toMatchObject({ user: uuid })
    bank.clock.advance((milliseconds - 1) / 1000)
    // A cached credential is returned synchronously, without a promise.
    expect(authenticate()).toMatchObject({ user: uuid })
    bank.clock.advance(1 / 1000)
    const reading = authenticate()
    expect(reading).toBeInstanceOf(Promise)
    expect(await reading).toMatchObject({ user: uuid })
  })
})
