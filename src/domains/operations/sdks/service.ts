// The rules of generated SDKs: who may have them made, how often, how long they are kept, and who may download them.
import { dayOf } from '../../../kernel/days.ts'
import { DAY_MS } from '../../../kernel/durations.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { windowOf } from '../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../kernel/uuid.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { ExportsOf } from '../../../operation/domain.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { tasksOf } from '../../../platform/workers.ts'
import type { partners } from '../../people/partners/index.ts'
import { LinkExpired, TooManySdks } from './errors.ts'
import { SdkGenerated } from './events.ts'
import { DEFAULT_COLOR, toBrand } from '../../../../sdk/generator/brand.ts'
import { LANGUAGES, type LanguageName } from '../../../../sdk/generator/languages.ts'
import type { SdkPackage, SdkRequest } from '../../../../sdk/generator/sdk-package.ts'
import { chooseModules } from './modules.ts'
import type { GenerateInput } from './schema.ts'
import type * as sdkTasks from './tasks.ts'
import * as store from './store.ts'

const sdkTask = tasksOf<typeof sdkTasks>(new URL('./tasks.ts', import.meta.url))

/** Generating takes a second or two of a thread that all long work shares. */
export const GENERATIONS_A_DAY_MAX = 50
/** The newest ones per partner; older archives are deleted. */
export const GENERATIONS_KEPT = 10
const KEPT_DAYS = 30

export interface SdkServices extends Pick<Bank, 'longWork' | 'openApi' | 'registry'> {
  readonly partners: Pick<ExportsOf<typeof partners>, 'require'>
}

export interface Generation {
  readonly generation: store.GenerationRow
  readonly packages: readonly store.PackageRow[]
}

export interface Prepared extends Omit<SdkRequest, 'language' | 'brand'> {
  readonly brand: SdkRequest['brand']
  /** Absent when the daily quota is used up; then only a stored idempotent response can be returned. */
  readonly packages: readonly SdkPackage[] | undefined
}

const ownerOf = ({ caller }: Pick<Context, 'caller'>): store.Owner => ({
  partner_uuid: caller.partner!,
  environment: caller.environment,
})

/** The languages, each once; javascript is typescript. */
function readLanguages({ language, languages = [] }: GenerateInput): LanguageName[] {
  const named = [...(language === undefined ? [] : [language]), ...languages]
  if (named.length === 0)
    throw Invalid({
      errors: { language: ['Name at least one language, by language or languages.'] },
    })
  return [...new Set(named.map((one) => (one === 'javascript' ? 'typescript' : one)))]
}

/** Generates before the transaction, one language after the other, so that other long work gets its turn. */
export async function prepareGeneration(
  input: GenerateInput,
  ctx: Context,
  { longWork, openApi, registry, partners: { require } }: SdkServices,
): Promise<Prepared> {
  const partner = await require(ctx, 'sdk_access')
  const languages = readLanguages(input)
  const modules = chooseModules(input, registry())
  const brand = {
    name: toBrand(input.branding?.name ?? partner.organization_name).title,
    color: (input.branding?.color ?? DEFAULT_COLOR).toLowerCase(),
  }
  const options = {
    include_types: input.options?.include_types ?? true,
    include_examples: input.options?.include_examples ?? true,
    include_tests: input.options?.include_tests ?? false,
  }
  const made = { brand, modules, options }
  if ((await store.readCount(ctx.tx, ownerOf(ctx), dayOf(ctx.now))) >= GENERATIONS_A_DAY_MAX)
    return { ...made, packages: undefined }
  const packages: SdkPackage[] = []
  for (const language of languages) {
    const task = { document: openApi(), request: { language, ...made } }
    packages.push(await longWork(sdkTask('generate'), task, ctx.caller))
  }
  return { ...made, packages }
}

export async function saveGeneration(
  { api_version }: Pick<GenerateInput, 'api_version'>,
  ctx: Context,
  { brand, modules, options, packages }: Prepared,
): Promise<Generation> {
  const owner = ownerOf(ctx)
  const count = await store.countGeneration(ctx.tx, owner, dayOf(ctx.now))
  if (packages === undefined || count > GENERATIONS_A_DAY_MAX)
    throw TooManySdks({ most: GENERATIONS_A_DAY_MAX })
  const generation: store.GenerationRow = {
    uuid: uuidv7(ctx.now),
    ...owner,
    api_version,
    branding: brand,
    modules: [...modules],
    options,
    created_at: ctx.now.toISOString(),
    expires_at: new Date(ctx.now.getTime() + KEPT_DAYS * DAY_MS).toISOString(),
  }
  const rows = packages.map(({ archive, files, ...one }) => ({
    ...one,
    generation_uuid: generation.uuid,
    files: [...files],
    size_bytes: archive.byteLength,
    archive: Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength),
  }))
  await store.insertGeneration(ctx.tx, generation, rows)
  await store.deleteOlder(ctx.tx, owner, GENERATIONS_KEPT)
  const languages = rows.map(({ language }) => language)
  ctx.emit(
    SdkGenerated,
    {
      generation_id: generation.uuid,
      partner_id: owner.partner_uuid,
      languages,
      modules: generation.modules,
    },
    { user_uuid: ctx.caller.user },
  )
  return { generation, packages: rows }
}

/** A generation of another partner or environment is reported as not found. */
export async function getGeneration(id: string, ctx: Context): Promise<Generation> {
  const { partner_uuid, environment } = ownerOf(ctx)
  const found = isUuid(id) ? await store.findGeneration(ctx.tx, id, ctx.now) : undefined
  if (found?.partner_uuid !== partner_uuid || found.environment !== environment)
    throw NotFound({ what: 'generation', id })
  return { generation: found, packages: await store.listPackages(ctx.tx, [found.uuid]) }
}

export async function listGenerations(
  page: PageRequest,
  ctx: Context,
): Promise<{ readonly all: readonly Generation[]; readonly total: number }> {
  const { rows, total } = await store.listGenerations(ctx.tx, ownerOf(ctx), windowOf(page), ctx.now)
  const packages = await store.listPackages(
    ctx.tx,
    rows.map(({ uuid }) => uuid),
  )
  const all = rows.map((generation) => ({
    generation,
    packages: packages.filter((one) => one.generation_uuid === generation.uuid),
  }))
  return { all, total }
}

export const findNewest = (language: LanguageName, ctx: Context) =>
  store.findNewest(ctx.tx, ownerOf(ctx), language, ctx.now)

/** For any holder of a valid link, as long as the partner is active and its tier includes SDKs. */
export async function getArchive(
  given: { readonly generation_id: string; readonly language: string },
  ctx: Context,
  { partners: { require } }: Pick<SdkServices, 'partners'>,
) {
  const { generation_id } = given
  const language = LANGUAGES.find((one) => one === given.language)
  const generation = isUuid(generation_id)
    ? await store.findGeneration(ctx.tx, generation_id, ctx.now)
    : undefined
  const found =
    generation && language && (await store.findPackage(ctx.tx, generation.uuid, language))
  if (!found) throw NotFound({ what: 'SDK', id: generation_id })
  const { partner_uuid: partner, environment } = generation
  const owner = { ...ctx.caller, partner, environment }
  const { status } = await require({ tx: ctx.tx, caller: owner }, 'sdk_access')
  if (status !== 'active') throw LinkExpired({})
  return { found, owner }
}
