// The SQL of generated SDKs. No rules here.
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Window } from '../../../kernel/page.ts'
import type { SdkOptions } from '../../../../sdk/generator/files.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'sdks.generations.branding': { readonly name: string; readonly color: string }
    'sdks.generations.options': SdkOptions
  }
}

export type GenerationRow = Row<'sdks.generations'>
export type PackageRow = Omit<Row<'sdks.packages'>, 'archive'>

export interface Owner {
  readonly partner_uuid: string
  readonly environment: Environment
}

const PACKAGE_COLUMNS = [
  'generation_uuid',
  'language',
  'version',
  'package_name',
  'file_name',
  'files',
  'sha256',
  'size_bytes',
] as const

/** Counts one more generation of the day, and returns the count; the row stays locked until the end. */
export async function countGeneration(tx: Db, owner: Owner, day: string): Promise<number> {
  const row = await tx
    .insertInto('sdks.quotas')
    .values({ ...owner, day, generated: 1 })
    .onConflict((conflict) =>
      conflict.columns(['partner_uuid', 'environment']).doUpdateSet((eb) => ({
        day,
        generated: eb
          .case()
          .when('sdks.quotas.day', '=', eb.ref('excluded.day'))
          .then(eb('sdks.quotas.generated', '+', 1))
          .else(1)
          .end(),
      })),
    )
    .returning('generated')
    .executeTakeFirstOrThrow()
  return row.generated
}

export async function readCount(tx: Db, owner: Owner, day: string): Promise<number> {
  const row = await tx
    .selectFrom('sdks.quotas')
    .select('generated')
    .where('partner_uuid', '=', owner.partner_uuid)
    .where('environment', '=', owner.environment)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.generated ?? 0
}

export async function insertGeneration(
  tx: Db,
  { branding, options, modules, ...row }: GenerationRow,
  packages: readonly Row<'sdks.packages'>[],
): Promise<void> {
  await tx
    .insertInto('sdks.generations')
    .values({
      ...row,
      branding: JSON.stringify(branding),
      options: JSON.stringify(options),
      modules: [...modules],
    })
    .execute()
  await tx
    .insertInto('sdks.packages')
    .values(packages.map(({ files, ...one }) => ({ ...one, files: [...files] })))
    .execute()
}

/** Deletes all but the newest generations of a partner. */
export async function deleteOlder(tx: Db, owner: Owner, kept: number): Promise<void> {
  await tx
    .deleteFrom('sdks.generations')
    .where('uuid', 'in', (eb) =>
      eb
        .selectFrom('sdks.generations')
        .select('uuid')
        .where('partner_uuid', '=', owner.partner_uuid)
        .where('environment', '=', owner.environment)
        .orderBy('created_at', 'desc')
        .orderBy('uuid', 'desc')
        .offset(kept),
    )
    .execute()
}

export const findGeneration = (
  tx: Db,
  uuid: string,
  now: Date,
): Promise<GenerationRow | undefined> =>
  tx
    .selectFrom('sdks.generations')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

export const listPackages = (tx: Db, generations: readonly string[]): Promise<PackageRow[]> =>
  generations.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('sdks.packages')
        .select(PACKAGE_COLUMNS)
        .where('generation_uuid', 'in', generations)
        .orderBy('generation_uuid')
        .orderBy('language')
        .execute()

export const findPackage = (
  tx: Db,
  generation_uuid: string,
  language: PackageRow['language'],
): Promise<Row<'sdks.packages'> | undefined> =>
  tx
    .selectFrom('sdks.packages')
    .selectAll()
    .where('generation_uuid', '=', generation_uuid)
    .where('language', '=', language)
    .executeTakeFirst()

export async function listGenerations(
  tx: Db,
  { partner_uuid, environment }: Owner,
  { limit, offset }: Window,
  now: Date,
): Promise<{ readonly rows: GenerationRow[]; readonly total: number }> {
  const own = tx
    .selectFrom('sdks.generations')
    .where('partner_uuid', '=', partner_uuid)
    .where('environment', '=', environment)
    .where('expires_at', '>', now.toISOString())
  const { total } = await own
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: Number(total) }
}

/** The newest package of a language. */
export const findNewest = (
  tx: Db,
  { partner_uuid, environment }: Owner,
  language: PackageRow['language'],
  now: Date,
): Promise<Pick<PackageRow, 'generation_uuid' | 'version'> | undefined> =>
  tx
    .selectFrom('sdks.packages')
    .innerJoin('sdks.generations', 'sdks.generations.uuid', 'sdks.packages.generation_uuid')
    .select(['generation_uuid', 'version'])
    .where('partner_uuid', '=', partner_uuid)
    .where('environment', '=', environment)
    .where('language', '=', language)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(1)
    .executeTakeFirst()
