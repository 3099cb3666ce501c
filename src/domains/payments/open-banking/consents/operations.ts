// The operations on consents, for third parties that request them and for account holders who decide.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { reader, remover, writer } from '../../../../operation/auth.ts'
import { Forbidden, Invalid, NotFound } from '../../../../operation/error.ts'
import { type Context, defineOperation } from '../../../../operation/operation.ts'
import { listAccountsByIds } from '../../../core/accounts/index.ts'
import { permissions } from './access.ts'
import { nameWarning, requesterName } from '../requester.ts'
import type { ConsentRow } from './store.ts'
import * as consents from './service.ts'
import { StatusInvalid } from '../errors.ts'
import { consentLife } from '../life-cycle.ts'
import * as schema from '../schema.ts'
import { API, toConsent } from '../view.ts'

export interface ConsentOperationOptions extends consents.ConsentOptions {
  readonly baseUrl: () => string
}

const path = `${API}/consents` as const
const id = schema.id('consent')

export function makeConsentOperations(options: ConsentOperationOptions) {
  const listed = async (row: ConsentRow, { tx, now }: Context) => {
    const tpp_name = await requesterName(tx, row.tpp_uuid)
    const facts = { row, status: consents.statusAt(row, now), tpp_name }
    return toConsent(facts, options.baseUrl(), now)
  }
  const shown = async (row: ConsentRow, ctx: Context) => {
    const granted = await consents.findGranted(row, ctx, options)
    return { ...(await listed(row, ctx)), granted }
  }
  return [
    defineOperation({
      name: 'consent.create',
      kind: 'command',
      summary: 'Request a consent to read account data; the account holder then decides about it.',
      auth: writer,
      input: Type.Object(schema.consentInput),
      output: schema.Consent,
      errors: [Invalid],
      rest: [{ route: `POST ${path}`, status: 201, envelope: 'success' }],
      graphql: { field: 'openBankingCreateConsent' },
      exempt: { tenants: 'Any third party may ask; the account holder decides.' },
      handler: async (input, ctx) => shown(await consents.createConsent(input, ctx, options), ctx),
    }),
    defineOperation({
      name: 'consent.list',
      kind: 'query',
      summary: 'List consents that the caller requested or decided about, newest first.',
      auth: reader,
      input: Type.Object({
        role: schema.role,
        status: Type.Optional(
          Type.Enum([...consentLife.states, 'ended'], {
            description:
              'Only those with this status; `ended` means all that have ended. Default: those that are received or valid.',
          }),
        ),
        ...pageInput,
      }),
      output: PageOf(schema.ListedConsent),
      errors: [],
      rest: [{ route: `GET ${path}`, envelope: 'success_page' }],
      graphql: { field: 'openBankingMyConsents' },
      handler: async (input, ctx) => {
        const { rows, total } = await consents.listConsents(input, ctx)
        return toPage(await Promise.all(rows.map((row) => listed(row, ctx))), total, input)
      },
    }),
    defineOperation({
      name: 'consent.get',
      kind: 'query',
      summary:
        'Get a consent, as the third party that requested it or the account holder who decided.',
      auth: reader,
      input: Type.Object({ id }),
      output: schema.Consent,
      errors: [NotFound],
      rest: [{ route: `GET ${path}/:id`, envelope: 'success' }],
      graphql: { field: 'openBankingConsent' },
      handler: async (input, ctx) => shown(await consents.getConsent(input.id, ctx), ctx),
    }),
    defineOperation({
      name: 'consent.status',
      kind: 'query',
      summary: 'Get the status of a consent.',
      auth: reader,
      input: Type.Object({ id }),
      output: schema.ConsentStatusAnswer,
      errors: [NotFound],
      rest: [{ route: `GET ${path}/:id/status`, envelope: 'success' }],
      handler: async (input, ctx) => {
        const row = await consents.getConsent(input.id, ctx)
        return { consentStatus: consents.statusAt(row, ctx.now) }
      },
    }),
    defineOperation({
      name: 'consent.review',
      kind: 'query',
      summary:
        'Show the access that a consent would give, before deciding about it as the account holder.',
      auth: reader,
      input: Type.Object({ id }),
      output: schema.ConsentReview,
      errors: [NotFound, Forbidden],
      rest: [{ route: `GET ${path}/:id/authorization`, envelope: 'success' }],
      async handler(input, ctx) {
        const review = await consents.reviewConsent(input.id, ctx, options)
        const { row, asked, total } = review
        const tpp_name = await requesterName(ctx.tx, row.tpp_uuid)
        const accounts = await listAccountsByIds(review.accounts, ctx)
        const identifiers = await options.directory.of(ctx.tx, review.accounts)
        const opens = (permission: (typeof permissions)[number], account: string): boolean =>
          asked[permission] === 'all' || asked[permission].includes(account)
        const consentStatus = consents.statusAt(row, ctx.now)
        return {
          consentId: row.id,
          consentStatus,
          is_open: consentStatus === 'received',
          tpp_id: row.tpp_uuid,
          tpp_name,
          warning: nameWarning(tpp_name),
          recurringIndicator: row.recurring,
          validUntil: row.valid_until,
          frequencyPerDay: row.frequency_per_day,
          choosable: permissions.some((one) => asked[one] === 'all'),
          total,
          accounts: accounts.map(({ row: { name }, account }) => ({
            resourceId: account.id,
            iban: identifiers.get(account.id)?.iban ?? null,
            name,
            details: opens('accounts', account.id),
            balances: opens('balances', account.id),
            transactions: opens('transactions', account.id),
          })),
          redirect_uri: row.redirect_uri,
        }
      },
    }),
    defineOperation({
      name: 'consent.authorize',
      kind: 'command',
      summary: 'Authorize a consent as the account holder; needs a login in the live environment.',
      auth: writer,
      issues: 'access',
      subject: 'consent.get',
      input: Type.Object({ id, accounts: schema.chosenAccounts }),
      output: schema.Consent,
      errors: [NotFound, Forbidden, Invalid, StatusInvalid],
      rest: [{ route: `POST ${path}/:id/authorize`, envelope: 'success' }],
      graphql: { field: 'openBankingAuthorizeConsent' },
      handler: async (input, ctx) =>
        shown(await consents.authorizeConsent(input, ctx, options), ctx),
    }),
    defineOperation({
      name: 'consent.reject',
      kind: 'command',
      summary: 'Reject a consent as the account holder; needs a login in the live environment.',
      auth: writer,
      subject: 'consent.get',
      input: Type.Object({ id }),
      output: schema.Consent,
      errors: [NotFound, Forbidden, StatusInvalid],
      rest: [{ route: `POST ${path}/:id/reject`, envelope: 'success' }],
      handler: async (input, ctx) =>
        shown(await consents.rejectConsent(input.id, ctx, options), ctx),
    }),
    defineOperation({
      name: 'consent.end',
      kind: 'command',
      summary: 'End a consent: the account holder revokes it, or the third party terminates it.',
      auth: remover,
      subject: 'consent.get',
      input: Type.Object({ id }),
      output: schema.Consent,
      errors: [NotFound, StatusInvalid],
      rest: [{ route: `DELETE ${path}/:id`, envelope: 'success' }],
      graphql: { field: 'openBankingRevokeConsent' },
      handler: async (input, ctx) => shown(await consents.endConsent(input.id, ctx), ctx),
    }),
  ]
}
