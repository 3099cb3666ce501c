// A package of one language, as text files by their path; and the documentation that every language has.
import { readFileSync } from 'node:fs'
import type { Brand } from './brand.ts'
import type { SdkModel } from './model.ts'
import type { Shapes } from './shapes.ts'

export type Files = ReadonlyMap<string, string>

export interface SdkOptions {
  readonly include_types: boolean
  readonly include_examples: boolean
  readonly include_tests: boolean
}

/** All that a language needs to write its package. */
export interface Source {
  readonly brand: Brand
  readonly options: SdkOptions
  readonly model: SdkModel
  readonly shapes: Shapes
}

/** A file that is the same in every SDK, apart from the names in it. */
export function readTemplate(path: string, { brand, shapes }: Source): string {
  const text = readFileSync(new URL(`./templates/${path}`, import.meta.url), 'utf8')
  const names: Readonly<Record<string, string>> = {
    SDK_TITLE: brand.title,
    SDK_SLUG: brand.slug,
    SDK_SNAKE: brand.snake,
    SDK_FLAT: brand.flat,
    SDK_PASCAL: brand.pascal,
    SDK_VERSION: shapes.version,
  }
  return text.replaceAll(
    /\bSDK_(?:TITLE|SLUG|SNAKE|FLAT|PASCAL|VERSION)\b/g,
    (name) => names[name]!,
  )
}

/** Whether an example can be shown that opens the accounts of the caller and pays between them. */
export const hasTransfers = ({ shapes }: Source): boolean =>
  ['accounts', 'transfers'].every((name) => shapes.modules.some((module) => module.name === name))
