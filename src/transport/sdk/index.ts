// Generates the TypeScript SDK in sdk/client from the OpenAPI document: its types and operations. The rest of that
// folder is written by hand.
import type { Registry } from '../../operation/registry.ts'
import { toOpenApi } from '../openapi/document.ts'
import type { ApiDocument } from './document.ts'
import { toModel } from './model.ts'
import { writeOperations, writeTypes } from './typescript.ts'

export function projectSdk(registry: Registry): Record<string, string> {
  // As JSON, because readers of the document get it that way.
  const document = JSON.parse(JSON.stringify(toOpenApi(registry, '/'))) as ApiDocument
  const model = toModel(document)
  return { 'operations.ts': writeOperations(model), 'types.ts': writeTypes(model) }
}
