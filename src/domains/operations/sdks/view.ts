// How generated SDKs are shown.
import type { Bank } from '../../../operation/bank.ts'
import { LANGUAGES, languages } from '../../../../sdk/generator/languages.ts'
import { toLink } from './links.ts'
import type { Generation } from './service.ts'
import type { PackageRow } from './store.ts'

const toFields = ({ generation }: Generation) => ({
  generation_id: generation.uuid,
  status: 'completed' as const,
  api_version: generation.api_version,
  branding: generation.branding,
  options: generation.options,
  modules: [...generation.modules],
  created_at: generation.created_at,
  expires_at: generation.expires_at,
})

export const toSummary = (made: Generation) => ({
  ...toFields(made),
  languages: made.packages.map(({ language }) => language),
})

export const toDownload = ({
  language,
  version,
  package_name,
  file_name,
  sha256,
  size_bytes,
}: Omit<PackageRow, 'generation_uuid' | 'files'>) => ({
  language,
  version,
  package_name,
  file_name,
  sha256,
  size_bytes,
})

export const toGeneration = (
  made: Generation,
  now: Date,
  { baseUrl, sealer }: Pick<Bank, 'baseUrl' | 'sealer'>,
) => ({
  ...toFields(made),
  packages: made.packages.map((one) => ({
    ...toDownload(one),
    download_url: toLink(
      { generation_id: made.generation.uuid, language: one.language },
      baseUrl(),
      now,
      sealer,
    ),
    docs_url: `${baseUrl()}/api/docs`,
    files: [...one.files],
  })),
})

export const listLanguages = () =>
  LANGUAGES.map((language) => ({
    language,
    name: languages[language].title,
    package_manager: languages[language].packageManager,
    aliases: language === 'typescript' ? ['javascript'] : [],
  }))
