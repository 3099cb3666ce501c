// The operations of screening: ask about a name, see the hits, decide about them, and end exceptions.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { described } from '../../../../kernel/schema.ts'
import { operator } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { ExceptionEnded, HitStateConflict } from '../errors.ts'
import { hitLife } from '../life-cycle.ts'
import type { SanctionsList } from './list.ts'
import * as schema from './schema.ts'
import * as store from './store.ts'
import { decideHit, revokeException, screenName } from './service.ts'

const toHit = ({ id, score, name_key: _key, environment: _environment, ...hit }: store.HitRow) => ({
  hit_id: id,
  score: score / 10_000,
  ...hit,
})

const toException = (row: store.ExceptionRow, now: Date) => ({
  exception_id: row.id,
  hit_id: row.hit_id,
  name: row.name,
  entry_id: row.entry_id,
  reason: row.reason,
  author: row.author,
  active: row.revoked_at === null && new Date(row.expires_at) > now,
  expires_at: row.expires_at,
  revoked_by: row.revoked_by,
  revoked_at: row.revoked_at,
  created_at: row.created_at,
})

const idInput = (what: string) =>
  Type.String({ maxLength: 255, description: `The id of the ${what}.` })

export const makeSanctionsOperations = (list: SanctionsList) => [
  defineOperation({
    name: 'sanctions.screen',
    kind: 'command',
    summary: 'Screen a name against the sanctions list; hits are recorded.',
    auth: operator,
    input: Type.Object({ name: schema.nameInput }),
    output: schema.ScreeningResult,
    errors: [],
    rest: [{ route: 'POST /api/regtech/sanctions/screen', envelope: 'success' }],
    exempt: { names: { '.name': 'A name to look for, whatever it is.' } },
    handler: async ({ name }, ctx) => {
      const { hits, ...screened } = await screenName(name, 'request', ctx, list)
      return {
        name,
        ...screened,
        threshold: list.threshold,
        hits: hits.map(toHit),
        screened_at: ctx.now.toISOString(),
      }
    },
  }),
  defineOperation({
    name: 'sanctions.list_state',
    kind: 'query',
    summary: 'The sanctions list in use: its version, size, and whether it could be read.',
    auth: operator,
    input: Type.Object({}),
    output: schema.ListState,
    errors: [],
    rest: [{ route: 'GET /api/regtech/sanctions/list', envelope: 'success' }],
    handler: () => ({
      configured: list.isConfigured,
      version: list.current?.version ?? null,
      entries: list.current?.entries ?? 0,
      loaded_at: list.current?.loaded_at.toISOString() ?? null,
      threshold: list.threshold,
      problem: list.problem,
    }),
  }),
  defineOperation({
    name: 'sanctions.hits',
    kind: 'query',
    summary: 'The hits on the sanctions list, newest first.',
    auth: operator,
    input: Type.Object({
      ...pageInput,
      status: Type.Optional(described(hitLife.schema(), 'Only hits in this state.')),
    }),
    output: PageOf(schema.Hit),
    errors: [],
    rest: [{ route: 'GET /api/regtech/sanctions/hits', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const which = { environment: ctx.caller.environment, status: input.status }
      const { rows, total } = await store.listHits(ctx.tx, which, input)
      return toPage(rows.map(toHit), total, input)
    },
  }),
  defineOperation({
    name: 'sanctions.decide',
    kind: 'command',
    summary: 'Confirm a hit, or clear it with an exception that expires.',
    auth: operator,
    input: Type.Object({ id: idInput('hit'), ...schema.decisionInput }),
    output: schema.Hit,
    errors: [NotFound, Invalid, HitStateConflict],
    rest: [{ route: 'POST /api/regtech/sanctions/hits/:id/decision', envelope: 'success' }],
    handler: async ({ id, ...decision }, ctx) => toHit(await decideHit(id, decision, ctx)),
  }),
  defineOperation({
    name: 'sanctions.exceptions',
    kind: 'query',
    summary: 'The exceptions for names that are like one on the list, newest first.',
    auth: operator,
    input: Type.Object(pageInput),
    output: PageOf(schema.ExceptionView),
    errors: [],
    rest: [{ route: 'GET /api/regtech/sanctions/exceptions', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await store.listExceptions(ctx.tx, ctx.caller.environment, input)
      return toPage(
        rows.map((row) => toException(row, ctx.now)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'sanctions.revoke_exception',
    kind: 'command',
    summary: 'End an exception before it expires; the name is a hit again.',
    auth: operator,
    input: Type.Object({ id: idInput('exception'), reason: schema.reasonInput }),
    output: schema.ExceptionView,
    errors: [NotFound, ExceptionEnded],
    rest: [{ route: 'POST /api/regtech/sanctions/exceptions/:id/revoke', envelope: 'success' }],
    handler: async ({ id, reason }, ctx) =>
      toException(await revokeException(id, reason, ctx), ctx.now),
  }),
]
