// All SQL of the schema `controls`. No rules here.
import type { Db } from '../../../platform/database.ts'

export interface SwitchedOff {
  readonly feature: string
  readonly reason: string
  readonly switched_by: string
  readonly switched_at: string
}

export const listSwitchedOff = (tx: Db): Promise<SwitchedOff[]> =>
  tx.selectFrom('controls.switched_off').selectAll().orderBy('feature').execute()

export async function upsertSwitchedOff(
  tx: Db,
  row: Omit<SwitchedOff, 'switched_at'> & { readonly switched_at: Date },
): Promise<void> {
  const { feature: _feature, ...rest } = row
  await tx
    .insertInto('controls.switched_off')
    .values(row)
    .onConflict((conflict) => conflict.column('feature').doUpdateSet(rest))
    .execute()
}

export async function deleteSwitchedOff(tx: Db, feature: string): Promise<void> {
  await tx.deleteFrom('controls.switched_off').where('feature', '=', feature).execute()
}

export interface SetLimits {
  readonly per_minute: number | null
  readonly per_hour: number | null
  readonly graphql_user: number | null
  readonly graphql_guest: number | null
  readonly reason: string
  readonly set_by: string
}

export const findLimits = (tx: Db) =>
  tx
    .selectFrom('controls.limits')
    .select([
      'per_minute',
      'per_hour',
      'graphql_user',
      'graphql_guest',
      'reason',
      'set_by',
      'set_at',
    ])
    .executeTakeFirst()

export async function upsertLimits(
  tx: Db,
  limits: SetLimits & { readonly set_at: Date },
): Promise<void> {
  await tx
    .insertInto('controls.limits')
    .values(limits)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(limits))
    .execute()
}
