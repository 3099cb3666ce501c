// The versions of the A2A protocol that the bank speaks.
import { version03 } from './version-0-3.ts'
import { version10 } from './version-1-0.ts'
import type { Method, Version } from './version.ts'

export const versions = { '0.3': version03, '1.0': version10 } as const

/** The version follows from the name of the method, which no two versions share. */
export function findMethod(
  name: string,
): { readonly version: Version; readonly method: Method } | undefined {
  for (const version of Object.values(versions))
    if (Object.hasOwn(version.methods, name)) return { version, method: version.methods[name]! }
  return undefined
}

/** Of the header `A2A-Version`; clients of 0.3 send none. */
export const isSpoken = (header: string | undefined): boolean =>
  header === undefined || header.trim() === '' || /^(0\.3|1|1\.0)(\.\d+)?$/.test(header.trim())
