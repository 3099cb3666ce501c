// All SQL of resources and of the stored answers to their buyers, without rules.
import { sql } from 'kysely'
import type { Window } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readWindow } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { RailId } from '../payments/rails.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'machine_payments.resources.available_rails': RailId[]
  }
}

export type ResourceRow = Row<'machine_payments.resources'>

export type ResourceFields = Pick<
  ResourceRow,
  'method' | 'path' | 'amount_cents' | 'currency' | 'available_rails' | 'description' | 'mime_type'
>

/** Serializes all changes of prices, of resources and endpoints alike. */
export async function lockPrices(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('machine_payments/prices', 0))`.execute(
    tx,
  )
}

export async function insertResource(
  tx: Db,
  {
    now,
    ...row
  }: ResourceFields &
    Pick<ResourceRow, 'id' | 'environment' | 'created_by'> & {
      readonly now: Date
    },
): Promise<ResourceRow> {
  return tx
    .insertInto('machine_payments.resources')
    .values({ ...row, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateResource(
  tx: Db,
  id: string,
  fields: ResourceFields,
  now: Date,
): Promise<ResourceRow> {
  return tx
    .updateTable('machine_payments.resources')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteResource(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('machine_payments.resources').where('id', '=', id).execute()
}

export async function findResource(
  tx: Db,
  id: string,
  environment: Environment,
): Promise<ResourceRow | undefined> {
  return tx
    .selectFrom('machine_payments.resources')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', environment)
    .executeTakeFirst()
}

/** The resources of one environment, in a stable order. */
export async function listResourcesIn(tx: Db, environment: Environment, window: Window) {
  const { rows, total } = await readWindow(
    tx
      .selectFrom('machine_payments.resources')
      .selectAll()
      .where('environment', '=', environment)
      .orderBy('path')
      .orderBy('method'),
    window,
  )
  return { rows, total }
}

/** All resources, in a stable order. */
export async function listResources(tx: Db): Promise<ResourceRow[]> {
  return tx
    .selectFrom('machine_payments.resources')
    .selectAll()
    .orderBy('path')
    .orderBy('method')
    .execute()
}

/** Whether a resource has one of these paths; '*' stands for any method. */
export async function isAnyAt(
  tx: Db,
  {
    environment,
    method,
    paths,
    except,
  }: {
    readonly environment: Environment
    readonly method: string
    readonly paths: readonly string[]
    readonly except?: string | undefined
  },
): Promise<boolean> {
  const row = await tx
    .selectFrom('machine_payments.resources')
    .select('id')
    .where('environment', '=', environment)
    .where(sql`lower(path)`, 'in', paths)
    .$if(method !== '*', (all) => all.where('method', '=', method))
    .$if(except !== undefined, (all) => all.where('id', '<>', except!))
    .executeTakeFirst()
  return row !== undefined
}

export type AnswerRow = Omit<Row<'machine_payments.answers'>, 'payment_id' | 'created_at'>

export async function findAnswer(tx: Db, payment_id: string): Promise<AnswerRow | undefined> {
  const row = await tx
    .selectFrom('machine_payments.answers')
    .select(['user_uuid', 'agent_uuid', 'sealed'])
    .where('payment_id', '=', payment_id)
    .executeTakeFirst()
  return row
}

export async function insertAnswer(
  tx: Db,
  payment_id: string,
  answer: AnswerRow,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('machine_payments.answers')
    .values({ ...answer, payment_id, created_at: now })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute()
}
