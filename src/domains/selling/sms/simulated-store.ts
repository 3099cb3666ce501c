// SQL of the simulated provider's own books. No rules here.
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'

export interface SimulatedRow {
  readonly reference: string
  readonly provider_id: string
  readonly calls: number
  readonly is_accepted: boolean
  readonly outcome: 'delivered' | 'failed'
  readonly due_at: string
}

export interface NewSimulated {
  readonly environment: Environment
  readonly reference: string
  readonly provider_id: string
  readonly destination: string
  readonly sender: string
  readonly message: string
  readonly is_accepted: boolean
  readonly outcome: 'delivered' | 'failed'
  readonly due_at: Date
  readonly created_at: Date
}

/** The row of this reference; the first call makes it, the later ones are counted. */
export async function recordCall(tx: Db, row: NewSimulated): Promise<SimulatedRow> {
  const recorded = await tx
    .insertInto('sms.simulated')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('reference')
        .doUpdateSet((eb) => ({ calls: eb('sms.simulated.calls', '+', 1), is_accepted: true })),
    )
    .returning(['reference', 'provider_id', 'calls', 'is_accepted', 'outcome', 'due_at'])
    .executeTakeFirstOrThrow()
  return recorded as SimulatedRow
}

/** What is due and was not told yet; told from now on. */
export async function takeDue(
  tx: Db,
  environment: Environment,
  now: Date,
  limit: number,
): Promise<SimulatedRow[]> {
  const rows = await tx
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
    .returning(['reference', 'provider_id', 'calls', 'is_accepted', 'outcome', 'due_at'])
    .execute()
  return rows as SimulatedRow[]
}
