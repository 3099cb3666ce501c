// The names of account holders: in the sandbox, and where an account was opened without one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type CallOptions, startBank } from '../../../../test/harness/bank.ts'
import { holderNameOf } from './holder-name.ts'

describe('holderNameOf', () => {
  it.each([
    ['Ada Lovelace', 'Ada L.'],
    ['  Ada  King   Lovelace ', 'Ada L.'],
    ['Ada', 'Ada'],
    ['山田 太郎', '山田 太.'],
    ['Zoë 𝒜b', 'Zoë 𝒜.'],
  ])('shortens %j in the sandbox alone', (name, short) => {
    expect(holderNameOf(name, 'sandbox')).toBe(short)
    expect(holderNameOf(name, 'live')).toBe(name)
  })
})

describe('accounts.name_holders', () => {
  let bank: Bank
  beforeAll(async () => {
    bank = await startBank({ jobs: 'none' })
  })
  afterAll(() => bank.stop())

  it('names accounts that a node of the version before opened, also where they are cached', async () => {
    const [ada, bob] = [await bank.person(), await bank.person({ name: 'Bob Byrne' })]
    const open = async (who: CallOptions, more: object = {}) =>
      (await bank.call('POST /api/v2/accounts', { name: 'Play', ...more }, who)).body.data.uuid
    const play = await bank.sandboxKey(ada)
    const managed = await bank.call(
      'POST /api/accounts',
      { user_uuid: crypto.randomUUID(), name: 'Customer' },
      bob,
    )
    const live = [await open(ada, { initial_balance: 1_000 }), managed.body.data.uuid]
    const sandbox = [await open(play, { initial_balance: 1_000 }), await open(play)]
    await bank.sql('update ledger.accounts set holder_name = null')
    const namesOf = async ([from, to]: readonly string[], who: CallOptions) => {
      const accounts = { from_account: from, to_account: to, workflow_enabled: false }
      const transfer = { ...accounts, amount: '1.00', asset_code: 'USD' }
      const { data } = (await bank.call('POST /api/v2/transfers', transfer, who)).body
      return [data.from_name, data.to_name]
    }
    expect(await namesOf(live, ada)).toContain(null)
    await bank.runJob('accounts.name_holders')
    expect(await namesOf(live, ada)).toEqual(['Ada Lovelace', 'Bob Byrne'])
    expect(await namesOf(sandbox, play)).toEqual(['Ada L.', 'Ada L.'])
  })
})
