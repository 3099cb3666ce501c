// The operations of screening: ask about a name, see the hits, decide about them, and end exceptions.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { described } from '../../../../kernel/schema.ts'
import { operator } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { ExceptionEnded, HitStateConflict } from '../errors.ts'
import { hitLife } from '../life-cycle.ts'
import type { SanctionsList } from './list.ts'
import * as schema from './schema.ts'
import {
  decideHit,
  getException,
  getHit,
  listExceptions,
  listHits,
  revokeException,
  screenName,
} from './service.ts'
import { toException, toHit } from './view.ts'

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
    exempt: {
      subject: 'It only finds hits, which are listed.',
      names: { '.name': 'A name to look for, whatever it is.' },
    },
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
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'Only hits of this name, however it is capitalized and punctuated.',
        }),
      ),
    }),
    output: PageOf(schema.Hit),
    errors: [],
    rest: [{ route: 'GET /api/regtech/sanctions/hits', envelope: 'success_page' }],
    handler: (input, ctx) => listHits(input, ctx),
  }),
  defineOperation({
    name: 'sanctions.decide',
    kind: 'command',
    summary: 'Confirm a hit, or clear it with an exception that expires.',
    auth: operator,
    subject: { read: async ({ id }, ctx) => toHit(await getHit(id, ctx)) },
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
    handler: (input, ctx) => listExceptions(input, ctx),
  }),
  defineOperation({
    name: 'sanctions.revoke_exception',
    kind: 'command',
    summary: 'End an exception before it expires; the name is a hit again.',
    auth: operator,
    subject: { read: ({ id }, ctx) => getException(id, ctx) },
    input: Type.Object({ id: idInput('exception'), reason: schema.reasonInput }),
    output: schema.ExceptionView,
    errors: [NotFound, ExceptionEnded],
    rest: [{ route: 'POST /api/regtech/sanctions/exceptions/:id/revoke', envelope: 'success' }],
    handler: async ({ id, reason }, ctx) =>
      toException(await revokeException(id, reason, ctx), ctx.now),
  }),
]
