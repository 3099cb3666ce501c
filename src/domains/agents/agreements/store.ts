// All SQL of the schema `agent_agreements`. No rules here.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

/** Two agents in the order of their ids, so that both sides make the same pair. */
export interface Pair {
  readonly first: string
  readonly second: string
}

export type AgreementRow = Omit<
  Row<'agent_agreements.agreements', { capabilities: readonly string[] }>,
  'first_uuid' | 'second_uuid'
>

/** Until the transaction ends, no other transaction creates, changes or ends an agreement of this pair. */
export async function lockPair(tx: Db, { first, second }: Pair): Promise<void> {
  const name = `agent_agreements/${first}/${second}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export async function findAgreement(tx: Db, pair: Pair): Promise<AgreementRow | undefined> {
  const { rows } = await sql<AgreementRow>`
    select agreement_id, initiator_did, responder_did, version, encryption_method, signature_method,
      to_json(capabilities) as capabilities, agreed_at, expires_at
    from agent_agreements.agreements
    where first_uuid = ${pair.first} and second_uuid = ${pair.second}`.execute(tx)
  return rows[0]
}

/** Replaces the pair's earlier agreement. */
export async function saveAgreement(tx: Db, pair: Pair, row: AgreementRow): Promise<void> {
  const values = { ...row, capabilities: [...row.capabilities] }
  await tx
    .insertInto('agent_agreements.agreements')
    .values({ first_uuid: pair.first, second_uuid: pair.second, ...values })
    .onConflict((conflict) => conflict.columns(['first_uuid', 'second_uuid']).doUpdateSet(values))
    .execute()
}

export async function deleteAgreement(tx: Db, pair: Pair): Promise<void> {
  await sql`
    delete from agent_agreements.agreements
    where first_uuid = ${pair.first} and second_uuid = ${pair.second}`.execute(tx)
}
