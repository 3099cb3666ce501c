// The operations of the ledger itself: they report and recheck its integrity. Other domains move money.
import { isOperator } from '../../../../operation/caller.ts'
import { Type } from 'typebox'
import { defineOperation } from '../../../../operation/operation.ts'
import { describeIntegrity } from './service.ts'
import type { Prover } from './prover.ts'
import * as schema from './schema.ts'

export const makeOperations = (prover: Prover) => [
  defineOperation({
    name: 'ledger.integrity',
    kind: 'query',
    summary: 'Whether the ledger is sound, as proved from the moves and reservations alone.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object({}),
    output: schema.Integrity,
    errors: [],
    rest: [{ route: 'GET /api/v2/ledger/integrity', envelope: 'data' }],
    handler: (_input, ctx) => describeIntegrity(ctx.tx, ctx.now, isOperator(ctx.caller)),
  }),
  defineOperation({
    name: 'ledger.recheck',
    kind: 'command',
    summary: 'Prove every account in quarantine again and release those that are sound.',
    auth: [{ by: 'user', scope: 'admin' }],
    input: Type.Object({}),
    output: schema.Recheck,
    errors: [],
    rest: [{ route: 'POST /api/v2/ledger/integrity/recheck', envelope: 'data' }],
    exempt: { subject: 'It only asks for a check.' },
    handler: async (_input, ctx) => {
      const { lifted, broken } = await prover.recheck(ctx)
      const integrity = await describeIntegrity(ctx.tx, ctx.now, true)
      const shown = { lifted: lifted.slice(0, 100), still_quarantined: broken.slice(0, 100) }
      return { ...shown, lifted_count: lifted.length, still_count: broken.length, integrity }
    },
  }),
]
