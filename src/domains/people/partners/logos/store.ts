// The SQL of logos. No rules here.
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type LogoRow = Row<'partners.logos'>
export type LogoFacts = Pick<LogoRow, 'hash' | 'type' | 'width' | 'height' | 'uploaded_at'>

interface Which {
  readonly partner_uuid: string
  readonly environment: Environment
}

export const findLogo = (tx: Db, { partner_uuid, environment }: Which) =>
  tx
    .selectFrom('partners.logos')
    .select(['hash', 'type', 'width', 'height', 'uploaded_at'])
    .where('partner_uuid', '=', partner_uuid)
    .where('environment', '=', environment)
    .executeTakeFirst()

type NewLogo = Omit<LogoRow, 'uploaded_at'> & { readonly uploaded_at: Date }

export const saveLogo = (tx: Db, logo: NewLogo): Promise<LogoFacts> => {
  const { partner_uuid: _partner, environment: _environment, ...change } = logo
  return tx
    .insertInto('partners.logos')
    .values(logo)
    .onConflict((conflict) => conflict.columns(['partner_uuid', 'environment']).doUpdateSet(change))
    .returning(['hash', 'type', 'width', 'height', 'uploaded_at'])
    .executeTakeFirstOrThrow()
}

/** False when there was none. */
export async function deleteLogo(tx: Db, { partner_uuid, environment }: Which): Promise<boolean> {
  const row = await tx
    .deleteFrom('partners.logos')
    .where('partner_uuid', '=', partner_uuid)
    .where('environment', '=', environment)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** The image of an active partner; two partners may have the same image. */
export const findImage = (tx: Db, hash: string) =>
  tx
    .selectFrom('partners.logos as logo')
    .innerJoin('partners.partners as partner', 'partner.uuid', 'logo.partner_uuid')
    .select(['logo.type', 'logo.content'])
    .where('logo.hash', '=', hash)
    .where('partner.status', '=', 'active')
    .limit(1)
    .executeTakeFirst()
