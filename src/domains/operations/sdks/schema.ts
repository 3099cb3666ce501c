// The shapes of SDKs: what a partner asks for, and what was generated.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { displayName } from '../../../kernel/text.ts'
import type { Value } from '../../../kernel/value.ts'
import { LANGUAGES } from '../../../../sdk/generator/languages.ts'

const FILES_MAX = 10_000
const MODULES_MAX = 200

export const LanguageInput = Type.Enum([...LANGUAGES, 'javascript'], {
  description: 'A language; javascript is the TypeScript SDK.',
})

const modules = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: MODULES_MAX,
      description,
    }),
  )

const included = (byDefault: boolean, description: string) =>
  Type.Optional(Type.Boolean({ default: byDefault, description }))

export const GenerateInput = Type.Object({
  language: Type.Optional(LanguageInput),
  languages: Type.Optional(
    Type.Array(LanguageInput, {
      minItems: 1,
      maxItems: LANGUAGES.length + 1,
      description: 'Several languages at once.',
    }),
  ),
  branding: Type.Optional(
    Type.Object(
      {
        name: Type.Optional(
          Type.String({
            ...displayName(100),
            description: 'The name in packages and documents; by default that of the partner.',
          }),
        ),
        color: Type.Optional(
          Type.String({
            pattern: '^#[0-9A-Fa-f]{6}$',
            maxLength: 7,
            description: 'The colour of the documentation, as #RRGGBB.',
          }),
        ),
      },
      { description: 'The branding of the SDK.' },
    ),
  ),
  modules: modules('The modules to include; all by default.'),
  include_modules: modules('More modules to include.'),
  api_version: Type.Enum(['v2'], { default: 'v2', description: 'The version of the API.' }),
  options: Type.Optional(
    Type.Object(
      {
        include_types: included(true, 'Typed requests and answers.'),
        include_examples: included(true, 'An example program.'),
        include_tests: included(false, 'The tests of the client.'),
      },
      { description: 'The optional parts.' },
    ),
  ),
})
export type GenerateInput = Value<typeof GenerateInput>

const packageFields = {
  language: Type.Enum([...LANGUAGES]),
  version: Type.String(),
  package_name: Type.String(),
  file_name: Type.String(),
  sha256: Type.String({ description: 'The checksum of the archive.' }),
  size_bytes: Type.Integer(),
}

const Package = Type.Object(
  {
    ...packageFields,
    download_url: Type.String({ description: 'A link to the archive, valid for an hour.' }),
    docs_url: Type.String({ description: 'The documentation of the API.' }),
    files: Type.Array(Type.String(), { maxItems: FILES_MAX }),
  },
  { $id: 'SdkPackage' },
)

const generationFields = {
  generation_id: Uuid,
  status: Type.Enum(['completed']),
  api_version: Type.String(),
  branding: Type.Object({ name: Type.String(), color: Type.String() }, { $id: 'SdkBranding' }),
  options: Type.Object(
    {
      include_types: Type.Boolean(),
      include_examples: Type.Boolean(),
      include_tests: Type.Boolean(),
    },
    { $id: 'SdkOptions' },
  ),
  modules: Type.Array(Type.String(), { maxItems: MODULES_MAX }),
  created_at: DateTime,
  expires_at: DateTime,
}

export const Generation = Type.Object(
  { ...generationFields, packages: Type.Array(Package, { maxItems: LANGUAGES.length }) },
  { $id: 'SdkGeneration' },
)

export const GenerationSummary = Type.Object(
  {
    ...generationFields,
    languages: Type.Array(Type.Enum([...LANGUAGES]), { maxItems: LANGUAGES.length }),
  },
  { $id: 'SdkGenerationSummary' },
)

export const Download = Type.Object(packageFields, { $id: 'SdkDownload' })

export const LanguageView = Type.Object(
  {
    language: Type.Enum([...LANGUAGES]),
    name: Type.String(),
    package_manager: Type.String(),
    aliases: Type.Array(Type.String(), { maxItems: 5 }),
  },
  { $id: 'SdkLanguage' },
)

export const LanguageStatus = Type.Object(
  {
    exists: Type.Boolean({ description: 'Whether the partner has an SDK of this language.' }),
    language: Type.Enum([...LANGUAGES]),
    path: Nullable(
      Type.String({ description: 'A link to the newest archive, valid for an hour.' }),
    ),
    version: Nullable(Type.String()),
    generation_id: Nullable(Uuid),
  },
  { $id: 'SdkLanguageStatus' },
)

export const ApiDescription = Type.Object(
  {
    openapi: Type.String({ description: 'The version of the format.' }),
    version: Type.String({ description: 'The version of the API.' }),
    url: Type.String({ description: 'The public address of the document.' }),
  },
  { $id: 'SdkApiDescription' },
)
