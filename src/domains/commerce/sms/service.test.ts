// Tests the sender with a provider that answers when the test says so.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, TestClock } from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { SmsSender } from './service.ts'
import type { SendOutcome, SmsProvider } from './providers/provider.ts'
import { findMessage } from './store.ts'

const clock = new TestClock()
let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const made = await createDatabase()
  drop = () => made.drop()
  database = openDatabase(made.address, { connectionsMax: 4, onError: () => {} })
})
afterAll(async () => {
  await database.close()
  await drop()
})

/** Each call takes the next of these answers. */
function makeSender(answers: (() => Promise<SendOutcome>)[]): SmsSender {
  const provider: SmsProvider = {
    name: 'vertexsms',
    simulated: false,
    send: () => answers.shift()!(),
  }
  return new SmsSender({
    providers: { live: provider, sandbox: { ...provider, name: 'mock' } },
    defaultSender: 'Florin',
    db: database.write,
    jobs: { send: async () => {} },
    clock,
    log: pino({ level: 'silent' }),
    invalidate: () => {},
    waitersMax: 1,
  })
}

describe('an answer of the provider that comes after another', () => {
  it.each([
    { outcome: 'refused', error_code: 'late', reason: 'Too late.' },
    { outcome: 'accepted', provider_id: 'the second' },
  ] as const)('changes nothing: $outcome', async (late) => {
    const slow = Promise.withResolvers<SendOutcome>()
    const called = Promise.withResolvers<void>()
    const smsSender = makeSender([
      () => Promise.reject(new Error('no answer')),
      () => {
        called.resolve()
        return slow.promise
      },
      async () => ({ outcome: 'accepted', provider_id: `before ${late.outcome}` }),
    ])
    const sent = await smsSender.send(
      { to: '+37060012345', message: 'Hello' },
      { caller: { environment: 'live' } },
    )
    expect(sent.status).toBe('pending')
    clock.advance(3_600)
    const sweeping = smsSender.sweep()
    await called.promise
    // The claim has expired: another sender calls the provider.
    clock.advance(61)
    await smsSender.sweep()
    const taken = await findMessage(database.read, sent.id)
    expect(taken).toMatchObject({ status: 'sent', provider_id: `before ${late.outcome}` })
    slow.resolve(late)
    await sweeping
    expect(await findMessage(database.read, sent.id)).toEqual(taken)
  })
})
