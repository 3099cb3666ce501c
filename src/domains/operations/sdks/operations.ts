// The operations of SDKs: generate, read, download. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { API_VERSION } from '../../../kernel/version.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { Caller } from '../../../operation/caller.ts'
import {
  Invalid,
  NotFound,
  TooManyConcurrentRequests,
  Unavailable,
} from '../../../operation/error.ts'
import { defineOperation, type Wanted } from '../../../operation/operation.ts'
import { FeatureNotInTier, partnerReader, partnerWriter } from '../../people/partners/index.ts'
import { LinkExpired, TooManySdks } from './errors.ts'
import { LANGUAGES } from '../../../../sdk/generator/languages.ts'
import { checkLink, toLink } from './links.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import { listLanguages, toDownload, toGeneration, toSummary } from './view.ts'

const generation_id = Type.String({ maxLength: 255, description: 'The id of the generation.' })

interface SdkOptions extends service.SdkServices, Pick<Bank, 'baseUrl' | 'sealer'> {
  readonly countDownload: (caller: Caller) => void
}

/** The file itself, unless the caller asks for JSON, by the field or by the header Accept. */
const fileUnlessJson =
  (file: string) =>
  ({ format }: { readonly format?: unknown }, { json }: Wanted): string =>
    (format ?? (json ? 'json' : file)) === file ? file : ''

interface Download {
  readonly generation_id: string
  readonly language: string
  readonly expires: number
  readonly signature: string
}

export const makeOperations = (options: SdkOptions) => [
  defineOperation({
    name: 'partner_sdk.generate',
    kind: 'command',
    summary: 'Generate SDKs with the name and colour of the partner, as archives to download.',
    auth: partnerWriter,
    input: schema.GenerateInput,
    output: schema.Generation,
    errors: [
      NotFound,
      Invalid,
      FeatureNotInTier,
      TooManySdks,
      TooManyConcurrentRequests,
      Unavailable,
    ],
    rest: [{ route: 'POST /api/v2/partner/sdk/generate', status: 201, envelope: 'data' }],
    exempt: {
      length: {
        '.modules': 'The modules are the domains of the bank.',
        '.packages[].files': 'One for each type, and the types are declared.',
      },
    },
    prepare: (input, ctx) => service.prepareGeneration(input, ctx, options),
    handler: async (input, ctx, prepared) =>
      toGeneration(await service.saveGeneration(input, ctx, prepared), ctx.now, options),
  }),
  defineOperation({
    name: 'partner_sdk.list',
    kind: 'query',
    summary: 'The SDKs that the calling partner had generated, newest first.',
    auth: partnerReader,
    input: Type.Object(pageInput),
    output: PageOf(schema.GenerationSummary),
    errors: [],
    rest: [{ route: 'GET /api/v2/partner/sdk/generations', envelope: 'page' }],
    exempt: { length: { '.data[].modules': 'The modules are the domains of the bank.' } },
    handler: async (input, ctx) => {
      const { all, total } = await service.listGenerations(input, ctx)
      return toPage(all.map(toSummary), total, input)
    },
  }),
  defineOperation({
    name: 'partner_sdk.get',
    kind: 'query',
    summary: 'SDKs that the calling partner had generated, with new links to their archives.',
    auth: partnerReader,
    input: Type.Object({ generation_id }),
    output: schema.Generation,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/partner/sdk/generations/:generation_id', envelope: 'data' }],
    exempt: {
      length: {
        '.modules': 'The modules are the domains of the bank.',
        '.packages[].files': 'One for each type, and the types are declared.',
      },
    },
    handler: async (input, ctx) =>
      toGeneration(await service.getGeneration(input.generation_id, ctx), ctx.now, options),
  }),
  defineOperation({
    name: 'partner_sdk.download',
    kind: 'query',
    summary: 'Download the archive of an SDK by a link, which is valid for an hour.',
    auth: 'public',
    input: Type.Object({
      generation_id,
      language: Type.String({ maxLength: 50, description: 'The language of the SDK.' }),
      format: Type.Enum(['zip', 'json'], {
        $id: 'SdkDownloadFormat',
        default: 'zip',
        description: 'The archive, or its checksum and size as JSON.',
      }),
      expires: Type.Integer({
        minimum: 0,
        maximum: 9_999_999_999,
        description: 'The end of the link, in seconds since 1970.',
      }),
      signature: Type.String({ maxLength: 128, description: 'The signature of the link.' }),
    }),
    output: schema.Download,
    errors: [NotFound, FeatureNotInTier, LinkExpired],
    rest: [
      {
        route: 'GET /api/v2/partner/sdk/generations/:generation_id/:language/download',
        envelope: 'data',
        chooseFile: fileUnlessJson('zip'),
        files: {
          zip: {
            content_type: 'application/zip',
            async render(input: Download, ctx) {
              checkLink(input, input, ctx.now, options.sealer)
              const { found, owner } = await service.getArchive(input, ctx, options)
              options.countDownload(owner)
              return { name: found.file_name, body: found.archive }
            },
          },
        },
      },
    ],
    exempt: { tenants: 'Every holder of the signed link gets the archive.' },
    handler: async (input, ctx) => {
      checkLink(input, input, ctx.now, options.sealer)
      return toDownload((await service.getArchive(input, ctx, options)).found)
    },
  }),
  defineOperation({
    name: 'partner_sdk.languages',
    kind: 'query',
    summary: 'The languages in which SDKs are generated.',
    auth: partnerReader,
    input: Type.Object({}),
    output: Type.Array(schema.LanguageView, { maxItems: LANGUAGES.length }),
    errors: [],
    rest: [{ route: 'GET /api/partner/v1/sdk/languages', envelope: 'success' }],
    exempt: { pages: 'The list is declared in the code; callers cannot add to it.' },
    handler: () => listLanguages(),
  }),
  defineOperation({
    name: 'partner_sdk.openapi_spec',
    kind: 'query',
    summary: 'The OpenAPI document that SDKs are generated from; as JSON, its version and address.',
    auth: partnerReader,
    input: Type.Object({
      format: Type.Enum(['openapi', 'json'], {
        $id: 'SdkDocumentFormat',
        default: 'openapi',
        description: 'The document, or its version and address as JSON.',
      }),
    }),
    output: schema.ApiDescription,
    errors: [],
    rest: [
      {
        route: 'GET /api/partner/v1/sdk/openapi-spec',
        envelope: 'success',
        chooseFile: fileUnlessJson('openapi'),
        files: {
          openapi: {
            content_type: 'application/vnd.oai.openapi+json;version=3.0',
            render: async () => ({ body: options.openApi() }),
          },
        },
      },
    ],
    handler: () => ({
      openapi: '3.0.0',
      version: API_VERSION,
      url: `${options.baseUrl()}/api/openapi.json`,
    }),
  }),
  defineOperation({
    name: 'partner_sdk.status',
    kind: 'query',
    summary: 'Whether the calling partner has an SDK of a language, and where the newest one is.',
    auth: partnerReader,
    input: Type.Object({ language: schema.LanguageInput }),
    output: schema.LanguageStatus,
    errors: [],
    rest: [{ route: 'GET /api/partner/v1/sdk/:language', envelope: 'success' }],
    handler: async (input, ctx) => {
      const language = input.language === 'javascript' ? 'typescript' : input.language
      const found = await service.findNewest(language, ctx)
      if (!found) return { exists: false, language, path: null, version: null, generation_id: null }
      const { generation_uuid, version } = found
      const linked = { generation_id: generation_uuid, language }
      const path = toLink(linked, options.baseUrl(), ctx.now, options.sealer)
      return { exists: true, language, path, version, generation_id: generation_uuid }
    },
  }),
]
