// All SQL of the simulated SMS provider, without rules.
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

const columns = ['reference', 'provider_id', 'calls', 'is_accepted', 'outcome', 'due_at'] as const

export type SimulatedRow = Pick<Row<'sms.simulated'>, (typeof columns)[number]>

export interface NewSimulated {
  readonly environment: Environment
  readonly reference: string
  readonly provider_id: string
  readonly destination: string
  readonly sender: string
  readonly message: string
  readonly is_accepted: boolean
  readonly outcome: SimulatedRow['outcome']
  readonly due_at: Date
  readonly created_at: Date
}

/** The first call with a reference creates its row; later calls are counted on it. */
export async function recordCall(tx: Db, row: NewSimulated): Promise<SimulatedRow> {
  return tx
    .insertInto('sms.simulated')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('reference')
        .doUpdateSet((eb) => ({ calls: eb('sms.simulated.calls', '+', 1), is_accepted: true })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Returns the due reports and marks them as reported. */
export async function takeDue(
  tx: Db,
  environment: Environment,
  now: Date,
  limit: number,
): Promise<SimulatedRow[]> {
  return tx
    .updateTable('sms.simulated')
    .set({ reported_at: now })
    .where('reference', 'in', (due) =>
      due
        .selectFrom('sms.simulated')
        .select('reference')
        .where('environment', '=', environment)
        .where('is_accepted', '=', true)
        .where('reported_at', 'is', null)
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .execute()
}
