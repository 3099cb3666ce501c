// The SQL of branding. No rules here.
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'partners.branding.fields': Readonly<Record<string, string>>
    'partners.branding.features': Readonly<Record<string, boolean>>
  }
}

export type BrandingRow = Row<'partners.branding'>

export const findBranding = (tx: Db, partner_uuid: string, environment: Environment) =>
  tx
    .selectFrom('partners.branding')
    .selectAll()
    .where('partner_uuid', '=', partner_uuid)
    .where('environment', '=', environment)
    .executeTakeFirst()

export const saveBranding = (
  tx: Db,
  which: { readonly partner_uuid: string; readonly environment: Environment },
  {
    fields,
    features,
    updated_at,
  }: Pick<BrandingRow, 'fields' | 'features'> & { readonly updated_at: Date },
) => {
  const change = {
    fields: JSON.stringify(fields),
    features: JSON.stringify(features),
    updated_at,
  }
  return tx
    .insertInto('partners.branding')
    .values({ ...which, ...change })
    .onConflict((conflict) => conflict.columns(['partner_uuid', 'environment']).doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow()
}
