// The operations on posting rules.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { plainText } from '../../../../kernel/text.ts'
import { operator, reader } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import {
  JournalNotAllowed,
  PostingRuleExists,
  PostingRuleStateConflict,
  TooManyPostingRules,
} from '../errors.ts'
import * as rules from './service.ts'
import type { RuleOptions } from './service.ts'
import * as schema from '../schema.ts'

const at = '/api/v1/ledger/posting-rules' as const
const id = Type.String({ maxLength: 255, description: 'The id of the rule.' })
const account = (side: string) =>
  Type.String({
    minLength: 1,
    maxLength: 20,
    description: `The account to ${side}; not one that the ledger core feeds.`,
  })

export const makeRuleOperations = (options: RuleOptions) => [
  defineOperation({
    name: 'posting_rule.create',
    kind: 'command',
    summary: 'Add a rule that posts a journal entry for every event of one type from now on.',
    auth: operator,
    input: Type.Object({
      name: Type.String({ ...plainText(255), description: 'A name that no other rule has.' }),
      trigger_event: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The name of an event of the bank, such as sms.sent.',
      }),
      debit_account: account('debit'),
      credit_account: account('credit'),
      amount_expression: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'A decimal number, or event.<field> for a field of the event.',
      }),
      currency_expression: Type.String({
        minLength: 1,
        maxLength: 100,
        default: 'USD',
        description: 'The code of an asset, or event.<field> for a field of the event.',
      }),
      priority: Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        default: 100,
        description: 'Rules with a smaller number come first; all of them are applied.',
      }),
    }),
    output: schema.PostingRule,
    errors: [Invalid, PostingRuleExists, TooManyPostingRules],
    rest: [{ route: `POST ${at}`, status: 201, envelope: 'success' }],
    exempt: { names: { '.name': 'A rule.' } },
    handler: (input, ctx) => rules.createRule(input, ctx, options),
  }),
  defineOperation({
    name: 'posting_rule.list',
    kind: 'query',
    summary: 'The posting rules, in the order in which they are applied.',
    auth: reader,
    input: Type.Object({ status: Type.Optional(schema.PostingRuleStatus), ...pageInput }),
    output: PageOf(schema.PostingRule),
    errors: [JournalNotAllowed],
    rest: [{ route: `GET ${at}`, envelope: 'success_page' }],
    handler: (input, ctx) => rules.listRules(input, ctx, options),
  }),
  defineOperation({
    name: 'posting_rule.deactivate',
    kind: 'command',
    summary: 'Deactivate a posting rule; events from now on make no entries.',
    auth: operator,
    subject: { read: (input, ctx) => rules.getRule(input.id, ctx) },
    input: Type.Object({ id }),
    output: schema.PostingRule,
    errors: [NotFound, PostingRuleStateConflict],
    rest: [{ route: `POST ${at}/:id/deactivate`, envelope: 'success' }],
    handler: (input, ctx) => rules.changeRule(input.id, 'deactivate', ctx),
  }),
  defineOperation({
    name: 'posting_rule.activate',
    kind: 'command',
    summary: 'Activate a posting rule again, for events from now on.',
    auth: operator,
    subject: { read: (input, ctx) => rules.getRule(input.id, ctx) },
    input: Type.Object({ id }),
    output: schema.PostingRule,
    errors: [NotFound, PostingRuleStateConflict],
    rest: [{ route: `POST ${at}/:id/activate`, envelope: 'success' }],
    handler: (input, ctx) => rules.changeRule(input.id, 'activate', ctx),
  }),
  defineOperation({
    name: 'posting_rule.applications',
    kind: 'query',
    summary: 'The events that a rule was applied to, with the entry or the problem, newest first.',
    auth: reader,
    input: Type.Object({ id, status: Type.Optional(schema.ApplicationStatus), ...pageInput }),
    output: PageOf(schema.RuleApplication),
    errors: [NotFound, JournalNotAllowed],
    rest: [{ route: `GET ${at}/:id/applications`, envelope: 'success_page' }],
    handler: (input, ctx) => rules.listApplications(input, ctx, options),
  }),
]
