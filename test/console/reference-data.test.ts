// What the reference makes of the description of the whole bank: what its search finds first, the names of operations,
// and which of their fields are accounts.
import { describe, expect, it } from 'vitest'
import { accountFieldsOf, isAccountParameter } from '../../console/src/reference/account-fields.ts'
import { listGuides } from '../../console/guides.ts'
import { type Index, nameOf, toApi } from '../../console/src/reference/api.ts'
import { entriesOfGuides } from '../../console/src/reference/guides.ts'
import {
  describe as describeRoute,
  type Document,
  resolve,
} from '../../console/src/reference/openapi.ts'
import { entriesOf, makeSearch } from '../../console/src/reference/search.ts'
import { listCatalogue } from '../../src/transport/openapi/catalogue.ts'
import { toOpenApi } from '../../src/transport/openapi/document.ts'
import { toIndex, toPart } from '../../src/transport/openapi/parts.ts'
import { withProtocols } from '../../src/transport/openapi/protocols.ts'
import { describeForTests } from '../harness/describe.ts'

const registry = describeForTests()
const document = withProtocols(toOpenApi(registry, 'https://bank.test'))
const api = toApi(toIndex(document, listCatalogue(registry)) satisfies Index)
const search = makeSearch([...entriesOf(api), ...entriesOfGuides(listGuides())])
const places = (text: string, count = 5): string[] =>
  search(text)
    .slice(0, count)
    .map(({ to }) => to)
const detailOf = (text: string): string | undefined => search(text)[0]?.detail

describe('the search of the reference', () => {
  it('finds an operation by its noun, the one that creates it first', () => {
    expect(detailOf('transfer')).toBe('POST /api/v2/transfers')
    expect(detailOf('webhook')).toBe('POST /api/v2/webhooks')
    expect(detailOf('open account')).toBe('POST /api/v2/accounts')
  })

  it('finds an operation by what it does, by its name and by its path', () => {
    expect(places('send money', 3)).toContain('operations/transfer.create')
    expect(places('user.get')[0]).toBe('operations/user.get')
    expect(places('/api/v2/transfers')[0]).toBe('operations/transfer.create')
    // An older route is found by its path, and comes last otherwise.
    expect(places('/api/transfers')[0]).toBe('operations/transfer.create.post_api_transfers')
    expect(places('transfer', 20)).not.toContain('operations/transfer.create.post_api_transfers')
  })

  it('finds error codes', () => {
    expect(places('INSUFFICIENT_FUNDS')[0]).toBe('errors#INSUFFICIENT_FUNDS')
    expect(places('insufficient')).toContain('errors#INSUFFICIENT_FUNDS')
  })

  it('finds fields, and says how many operations have them', () => {
    const [first] = search('estimated_completion')
    expect(first).toMatchObject({ kind: 'field', title: 'estimated_completion' })
    expect(first!.detail).toMatch(/^In “.+” and \d+ other operations?$/)
    const kinds = search('idempotency').map(({ kind, title }) => `${kind}: ${title}`)
    expect(kinds.slice(0, 5)).toContain('field: Idempotency-Key')
    expect(kinds.slice(0, 5)).toContain('error: IDEMPOTENCY_CONFLICT')
  })

  it('finds guides by their titles, headings and the names in them', () => {
    expect(places('webhooks')[0]).toBe('guides/webhooks')
    expect(places('checking signature')[0]).toBe('guides/webhooks#checking-the-signature')
    expect(places('X-Florin-Signature')).toContain('guides/webhooks#checking-the-signature')
    expect(search('idempotency').map(({ to }) => to)).toContain('guides/florin#five-minutes')
  })

  it('takes every word, in any case and order, and finds nothing for nothing', () => {
    expect(places('MONEY send', 3)).toContain('operations/transfer.create')
    expect(search('transfer xylophone')).toEqual([])
    expect(search('  ')).toEqual([])
  })
})

describe('the name of an operation', () => {
  it.each([
    ['Create a transfer: send money to any account.', 'Create a transfer'],
    ['Open an account, for the caller unless another user is named.', 'Open an account'],
    [
      'Borrow, swap and repay in one step; or nothing changes.',
      'Borrow, swap and repay in one step',
    ],
    ['All partners, newest first.', 'All partners'],
    ['Show the agent card of the bank (A2A): its skills.', 'Show the agent card of the bank (A2A)'],
  ])('is the beginning of its summary: %s', (summary, name) => {
    expect(nameOf(summary)).toBe(name)
  })

  it('is short, and ends with a word of its own', () => {
    for (const { id, name } of api.routes.values()) {
      expect(name, id).toMatch(/^[A-Z]/)
      expect(name, id).not.toMatch(/(^| )(and|or|the|a|an)$/)
      expect(name.length, id).toBeLessThan(130)
    }
  })
})

describe('the accounts that an operation takes', () => {
  const accountsOf = (id: string): string[] => {
    const route = api.routes.get(id)!
    const part = toPart(document, route.domain) as unknown as Document
    const { operation } = describeRoute(part, route)
    return [
      ...(operation.parameters ?? [])
        .map((one) => resolve(part, one))
        .filter((one) => isAccountParameter(one, route.path))
        .map(({ in: place, name }) => `${place} ${name}`),
      ...accountFieldsOf(part, operation).map((name) => `body ${name}`),
    ]
  }

  it.each([
    ['transfer.create', ['body from_account', 'body to_account']],
    ['account.get', ['path uuid']],
    ['balance.explain', ['path uuid']],
    ['event.list', ['query account_uuid']],
    // Codes of the chart, shares, and an account at another bank are none.
    ['ledger_account.get', []],
    ['posting_rule.create', []],
    ['share_account.close', []],
    ['rail_payment.create', ['body from_account', 'body debtor_account']],
  ])('are known: %s', (id, accounts) => {
    expect(accountsOf(id)).toEqual(accounts)
  })
})
