// Makes an SDK: an archive whose bytes depend on the request and the API alone.
import { createHash } from 'node:crypto'
import { type Zippable, zipSync } from 'fflate'
import { toBrand } from './brand.ts'
import type { ApiDocument } from './document.ts'
import type { Files, SdkOptions, Source } from './files.ts'
import { type LanguageName, languages } from './languages.ts'
import { toModel } from './model.ts'
import { checkNames } from './names/check.ts'
import { writePage, writeReadme } from './readme.ts'
import { toShapes } from './shapes.ts'

export interface SdkRequest {
  readonly language: LanguageName
  readonly brand: { readonly name: string; readonly color: string }
  readonly modules: readonly string[]
  readonly options: SdkOptions
}

export interface SdkPackage {
  readonly language: LanguageName
  readonly version: string
  readonly package_name: string
  readonly file_name: string
  readonly files: readonly string[]
  readonly sha256: string
  readonly archive: Uint8Array
}

/** Archives hold a time for each file; the same one, so that the same request makes the same bytes. */
const WRITTEN_AT = new Date(2020, 0, 1)

export function makeSdk(document: ApiDocument, request: SdkRequest): SdkPackage {
  const { language } = request
  const source = toSource(document, request)
  const files = writeFiles(source, language)
  const { slug } = source.brand
  const archive = zip(files, slug)
  const { version } = source.shapes
  return {
    language,
    version,
    package_name: languages[language].packageName(source.brand),
    file_name: `${slug}-${language}-${version}.zip`,
    files: [...files.keys()],
    sha256: createHash('sha256').update(archive).digest('hex'),
    archive,
  }
}

export function toSource(
  document: ApiDocument,
  { brand, modules, options }: Omit<SdkRequest, 'language'>,
): Source {
  const model = toModel(document, new Set(modules))
  return {
    brand: toBrand(brand.name, brand.color),
    options,
    model,
    shapes: toShapes(document, model),
  }
}

export function writeFiles(source: Source, name: LanguageName): Files {
  const language = languages[name]
  checkNames(language.title, language.scopes(source))
  const files = new Map(language.write(source))
  files.set('README.md', writeReadme(source, language))
  files.set('docs/index.html', writePage(source, language))
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** All files are in one folder, so that unpacking by hand does not scatter them. */
function zip(files: Files, folder: string): Uint8Array {
  const text = new TextEncoder()
  const entries: Zippable = {}
  for (const [path, content] of files) entries[`${folder}/${path}`] = text.encode(content)
  return zipSync(entries, { level: 6, mtime: WRITTEN_AT })
}
