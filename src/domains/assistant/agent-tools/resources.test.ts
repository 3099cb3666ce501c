// The profile of a user with many accounts, read page by page from operations that are made up here.
import { expect, it } from 'vitest'
import { describeForTests } from '../../../../test/harness/describe.ts'
import type { Perform } from '../../../operation/tool.ts'
import { AssetCatalogue } from '../../core/assets/index.ts'
import { makeResources } from './resources.ts'

const operations = Object.fromEntries(
  describeForTests().operations.map((op) => [op.name, op]),
) as unknown as Parameters<typeof makeResources>[0]
const profile = makeResources(operations, new AssetCatalogue(), () => new Date(0)).find(
  ({ uri }) => uri === 'account://profile',
)!

/** A bank that lists these accounts newest first. */
const bankWith = (oldestFirst: readonly { uuid: string; user_uuid: string }[]): Perform => {
  const newestFirst = oldestFirst.toReversed().map((account) => ({
    ...account,
    name: `Account ${account.uuid}`,
    type: 'personal',
    status: 'active',
    created_at: '2026-03-01T00:00:00.000Z',
  }))
  const perform = async (
    { name }: { readonly name: string },
    { page = 1, per_page = 1 }: { readonly page?: number; readonly per_page?: number },
  ) =>
    name === 'user.get'
      ? { data: { uuid: 'ada', name: 'Ada', created_at: '2026-03-01T00:00:00.000Z' } }
      : {
          data: newestFirst.slice((page - 1) * per_page, page * per_page),
          meta: { last_page: Math.max(1, Math.ceil(newestFirst.length / per_page)) },
        }
  return perform as Perform
}

const accounts = (count: number, ownerOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({ uuid: String(n), user_uuid: ownerOf(n) }))

const read = (perform: Perform) =>
  profile.read({}, perform) as Promise<{
    account_id: string | null
    accounts: { account_id: string; name: string }[]
    has_more_accounts: boolean
  }>

it('names every account of the user over all pages, oldest first, and none of a customer', async () => {
  const found = await read(bankWith(accounts(250, (n) => (n % 3 === 1 ? 'ada' : `customer-${n}`))))
  const own = Array.from({ length: 250 }, (_, n) => n).filter((n) => n % 3 === 1)
  expect(found.accounts.map((one) => one.account_id)).toEqual(own.map(String))
  expect(found.accounts[0]).toMatchObject({ name: 'Account 1', type: 'personal', status: 'active' })
  expect(found).toMatchObject({ account_id: '1', has_more_accounts: false })
})

it('says that there are more than it names', async () => {
  const exactly = await read(bankWith(accounts(1_000, () => 'ada')))
  expect(exactly.accounts).toHaveLength(1_000)
  expect(exactly.has_more_accounts).toBe(false)
  const more = await read(bankWith(accounts(1_001, () => 'ada')))
  expect(more.accounts).toHaveLength(1_000)
  expect(more).toMatchObject({ account_id: '0', has_more_accounts: true })
})

it('names none where there is none', async () => {
  const found = await read(bankWith(accounts(2, () => 'customer')))
  expect(found).toMatchObject({ account_id: null, accounts: [], has_more_accounts: false })
})
