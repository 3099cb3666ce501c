// The operations by which third parties read account data under a consent. They are queries, although each is
// counted: a reply stored for retries would still return data after the consent has ended.
import { Type } from 'typebox'
import { pageInput, type PageRequest } from '../../../../kernel/page.ts'
import { described, olderName } from '../../../../kernel/schema.ts'
import { reader } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import * as information from './service.ts'
import { AccessExceeded, ConsentInvalid, ConsentMissing } from '../errors.ts'
import * as schema from '../schema.ts'
import { API, toBerlinAccount, toBerlinBalances, toBerlinTransaction } from '../view.ts'

export interface InformationOperationOptions extends information.InformationOptions {
  readonly baseUrl: () => string
}

const path = `${API}/accounts` as const
const consent_id = schema.consentId
const errors = [ConsentMissing, ConsentInvalid, AccessExceeded]

/** A link to the same list with another page, unless this is the last. */
function linksOf(
  address: string,
  { page, per_page }: PageRequest,
  total: number,
  query: Readonly<Record<string, string | undefined>> = {},
) {
  const to = (number: number) => {
    const all = new URLSearchParams({ page: String(number), per_page: String(per_page) })
    for (const [name, value] of Object.entries(query)) if (value !== undefined) all.set(name, value)
    return { href: `${address}?${all.toString()}` }
  }
  return {
    self: { href: address },
    ...(page * per_page < total && { next: to(page + 1) }),
  }
}

const Day = Type.Optional(Type.String({ format: 'date' }))

export const makeInformationOperations = (options: InformationOperationOptions) => [
  defineOperation({
    name: 'account_information.accounts',
    kind: 'query',
    summary: 'List the accounts whose details a consent covers.',
    auth: reader,
    input: Type.Object({ consent_id, ...pageInput }),
    output: schema.Accounts,
    errors,
    rest: [{ route: `GET ${path}`, envelope: 'success' }],
    async handler(input, ctx) {
      const found = await information.listAccounts(input.consent_id, input, ctx, options)
      const baseUrl = options.baseUrl()
      const { total, owner_name, identifiers } = found
      return {
        accounts: found.accounts.map((one) =>
          toBerlinAccount(one, identifiers.get(one.account.id)!, owner_name, baseUrl),
        ),
        total,
        page: input.page,
        per_page: input.per_page,
        _links: linksOf(baseUrl + path, input, total),
      }
    },
  }),
  defineOperation({
    name: 'account_information.account',
    kind: 'query',
    summary: 'Get the details of an account that a consent covers.',
    auth: reader,
    input: Type.Object({ id: schema.accountId, consent_id }),
    output: schema.Account,
    errors: [...errors, NotFound],
    rest: [{ route: `GET ${path}/:id`, envelope: 'success' }],
    async handler(input, ctx) {
      const { id, consent_id: consent } = input
      const answer = await information.getAccount(consent, id, ctx, options)
      const { found, identifiers, owner_name } = answer
      return toBerlinAccount(found, identifiers, owner_name, options.baseUrl())
    },
  }),
  defineOperation({
    name: 'account_information.balances',
    kind: 'query',
    summary: 'Get the balances of an account that a consent covers, in each currency.',
    auth: reader,
    input: Type.Object({ id: schema.accountId, consent_id }),
    output: schema.Balances,
    errors: [...errors, NotFound],
    rest: [{ route: `GET ${path}/:id/balances`, envelope: 'success' }],
    exempt: { length: { '.balances': 'Two for each asset.' } },
    async handler(input, ctx) {
      const { id, consent_id: consent } = input
      const { account, identifiers } = await information.getBalances(consent, id, ctx, options)
      return toBerlinBalances(account, identifiers, options.assets, ctx.now)
    },
  }),
  defineOperation({
    name: 'account_information.transactions',
    kind: 'query',
    summary: 'List the transactions of an account that a consent covers, newest first.',
    auth: reader,
    input: Type.Object({
      id: schema.accountId,
      consent_id,
      from_date: described(Day, 'The first day (UTC) to list.'),
      to_date: described(Day, 'The last day (UTC) to list.'),
      dateFrom: olderName('from_date', Day),
      dateTo: olderName('to_date', Day),
      bookingStatus: schema.bookingStatus,
      continuation: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            'From the link to the next page; pages fetched within ten minutes count as one access.',
        }),
      ),
      ...pageInput,
    }),
    output: schema.Transactions,
    errors: [...errors, NotFound, Invalid],
    rest: [{ route: `GET ${path}/:id/transactions`, envelope: 'success' }],
    async handler(input, ctx) {
      const from = input.from_date ?? input.dateFrom
      const to = input.to_date ?? input.dateTo
      const request = { ...input, from, to }
      const { consent_id: consent } = input
      const found = await information.getTransactions(consent, request, ctx, options)
      const { account, booked, pending, identifiers, continuation } = found
      type Found = (typeof booked.transactions)[number]
      const show = (one: Found) => toBerlinTransaction(one, identifiers)
      const self = `${options.baseUrl()}${path}/${account}`
      return {
        resourceId: account,
        account_id: account,
        account: { iban: identifiers.get(account)?.iban ?? null },
        booked: booked.transactions.map(show),
        pending: pending.transactions.map(show),
        total: booked.total,
        page: input.page,
        per_page: input.per_page,
        _links: {
          ...linksOf(`${self}/transactions`, input, booked.total, {
            from_date: from,
            to_date: to,
            bookingStatus: input.bookingStatus,
            continuation,
          }),
          account: { href: self },
        },
      }
    },
  }),
]
