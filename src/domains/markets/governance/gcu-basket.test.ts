// End to end: GCU holders vote, the vote ends, and the composition of the GCU changes.
import { systemCaller } from '../../../operation/caller.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import type { Context } from '../../../operation/operation.ts'
import { gcuBasket } from './gcu-basket.ts'

let bank: Bank
let database: Database
let holder: Person
beforeAll(async () => {
  bank = await startBank()
  database = openDatabase(bank.address, { connectionsMax: 2, onError: () => {} })
  holder = await bank.person()
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

/** In percent. */
const weights = async () => {
  const { body } = await bank.call('GET /api/v2/gcu/composition', undefined, holder)
  const parts: { asset_code: string; weight: number }[] = body.data.composition
  return Object.fromEntries(parts.map((part) => [part.asset_code, Math.round(part.weight * 100)]))
}

describe('a vote about the GCU', () => {
  it('changes its composition, and all users are notified', async () => {
    const account = { user_uuid: holder.uuid, name: 'Votes' }
    const { body: opened } = await bank.call('POST /api/accounts', account, holder)
    const path = `POST /api/v2/accounts/${opened.data.uuid}/deposit`
    await bank.call(path, { amount: '100.0000', asset_code: 'GCU' }, holder)
    expect(await weights()).toMatchObject({ USD: 40, EUR: 30, XAU: 2 })
    const at = (seconds: number) =>
      new Date(bank.clock.now().getTime() + seconds * 1000).toISOString()
    const proposal = {
      title: 'No gold',
      description: 'Gold has done its work.',
      proposed_composition: { USD: 42, EUR: 30, GBP: 15, CHF: 10, JPY: 3 },
      voting_starts_at: at(1),
      voting_ends_at: at(600),
      minimum_participation: 10,
      minimum_approval: 50,
    }
    const { status, body } = await bank.call(
      'POST /api/v2/gcu/voting/proposals',
      proposal,
      await bank.operator(),
    )
    expect(status, JSON.stringify(body)).toBe(201)
    bank.clock.advance(2)
    const vote = `POST /api/v2/gcu/voting/proposals/${body.data.id}/vote`
    expect((await bank.call(vote, { vote: 'for' }, holder)).status).toBe(200)
    bank.clock.advance(600)
    await bank.runJob('governance.settle')
    const detail = `GET /api/v2/gcu/voting/proposals/${body.data.id}`
    expect((await bank.call(detail, undefined, holder)).body.data.status).toBe('implemented')
    const after = await weights()
    expect(after).toMatchObject({ USD: 42, EUR: 30, GBP: 15, CHF: 10, JPY: 3 })
    expect(after.XAU ?? 0).toBe(0)
    const outsider = await bank.person()
    const types = 'basket.rebalanced,poll.completed'
    const events = await bank.call(`GET /api/v2/events?types=${types}`, undefined, outsider)
    expect(events.body.data.map((event: { event_type: string }) => event.event_type)).toEqual([
      'basket.rebalanced',
      'poll.completed',
    ])
  })

  it('changes nothing when it was held in the sandbox', async () => {
    const before = await weights()
    const caller = systemCaller('sandbox')
    const ctx = { caller, tx: database.write, now: bank.clock.now() } as Context
    const result = await gcuBasket(undefined as never).applyComposition(ctx, { USD: 10_000 })
    expect(result).toMatchObject({ applied: false })
    expect(await weights()).toEqual(before)
  })
})
