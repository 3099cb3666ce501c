// The generated part of sdk/client, the bank's own TypeScript SDK, from the same model as the SDKs of partners. The
// rest of that folder is written by hand.
import type { ApiDocument } from './document.ts'
import { toModel } from './model.ts'
import { writeOperations, writeTypes } from './typescript.ts'

export function projectSdk(document: object): Record<string, string> {
  // As JSON, because readers of the document get it that way.
  const model = toModel(JSON.parse(JSON.stringify(document)) as ApiDocument)
  return { 'operations.ts': writeOperations(model), 'types.ts': writeTypes(model) }
}
