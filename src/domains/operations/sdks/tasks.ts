// The work of generating an SDK, which runs in a worker thread.
import type { ApiDocument } from '../../../../sdk/generator/document.ts'
import { makeSdk, type SdkPackage, type SdkRequest } from '../../../../sdk/generator/sdk-package.ts'

interface SdkTask {
  /** The OpenAPI document of the bank as JSON. */
  readonly document: string
  readonly request: SdkRequest
}

/** The last document, because the languages of one request follow each other. */
let last: { readonly text: string; readonly document: ApiDocument } | undefined

export function generate({ document: text, request }: SdkTask): SdkPackage {
  if (last?.text !== text) last = { text, document: JSON.parse(text) as ApiDocument }
  return makeSdk(last.document, request)
}
