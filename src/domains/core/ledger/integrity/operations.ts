// The operations of the ledger itself: they report and recheck its integrity. Other domains move money.
import { Type } from 'typebox'
import { Uuid } from '../../../../kernel/schema.ts'
import { operator } from '../../../../operation/auth.ts'
import { NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { RecheckInProgress } from '../errors.ts'
import { getRecheck, type Rechecks } from './rechecks.ts'
import { describeIntegrity, reportIntegrity, toRecheck } from './service.ts'
import * as schema from './schema.ts'

export const makeOperations = (rechecks: Rechecks) => [
  defineOperation({
    name: 'ledger.integrity',
    kind: 'query',
    summary: 'Whether the ledger is sound, as proved from the moves and reservations alone.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object({}),
    output: schema.Integrity,
    errors: [],
    rest: [{ route: 'GET /api/v2/ledger/integrity', envelope: 'data' }],
    handler: (_input, ctx) => reportIntegrity(ctx),
  }),
  defineOperation({
    name: 'ledger.recheck',
    kind: 'command',
    summary:
      'Prove every account in quarantine again, in one call, and release those that are sound. For many accounts start a recheck.',
    auth: operator,
    input: Type.Object({}),
    output: schema.Recheck,
    errors: [],
    rest: [{ route: 'POST /api/v2/ledger/integrity/recheck', envelope: 'data' }],
    exempt: { subject: 'It only asks for a check.' },
    prepare: () => rechecks.prepare(),
    handler: async (_input, ctx, sum) => {
      const { lifted, broken } = await rechecks.recheckAll(ctx, sum)
      const integrity = await describeIntegrity(ctx.tx, ctx.now, true)
      const shown = { lifted: lifted.slice(0, 100), still_quarantined: broken.slice(0, 100) }
      return { ...shown, lifted_count: lifted.length, still_count: broken.length, integrity }
    },
  }),
  defineOperation({
    name: 'ledger_recheck.start',
    kind: 'command',
    summary:
      'Start a job that proves accounts in quarantine again and releases those that are sound. A second start for all accounts returns the job in progress.',
    auth: operator,
    input: Type.Object({
      covers: schema.RecheckCovers,
      account_uuids: Type.Optional(
        Type.Array(Uuid, {
          minItems: 1,
          maxItems: 1_000,
          description: 'The accounts to prove, if it covers those that are listed.',
        }),
      ),
    }),
    output: schema.RecheckJob,
    errors: [RecheckInProgress],
    rest: [{ route: 'POST /api/v2/ledger/integrity/rechecks', status: 202, envelope: 'data' }],
    exempt: { subject: 'It only asks for a check.' },
    handler: async (input, ctx) => toRecheck(await rechecks.start(ctx, input)),
  }),
  defineOperation({
    name: 'ledger_recheck.get',
    kind: 'query',
    summary: 'How far a recheck of accounts in quarantine is.',
    auth: operator,
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the recheck.' }),
    }),
    output: schema.RecheckJob,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/ledger/integrity/rechecks/:uuid', envelope: 'data' }],
    handler: async ({ uuid }, ctx) => toRecheck(await getRecheck(ctx.tx, uuid)),
  }),
]
