// The tool with which models discover how to pay for single requests.
import { Type } from 'typebox'
import type { ByName } from '../../../operation/operation-index.ts'
import { defineTool } from '../../../operation/tool.ts'
import { Found } from '../../../operation/tool-schema.ts'
import type { makeOperations } from './operations.ts'

type Operations = ByName<ReturnType<typeof makeOperations>>

export const makeTools = (operations: Operations) => [
  defineTool({
    name: 'mpp.discovery',
    title: 'Discover multi-rail payment routes',
    summary: 'The requests that machines can pay for, with their prices and rails.',
    scope: null,
    writes: false,
    input: Type.Object({ include_resources: Type.Boolean({ default: true }) }),
    output: Type.Object({
      configuration: Found,
      rails: Type.Array(Found),
      resources: Type.Array(Found),
    }),
    call: (input, perform) => perform(operations['mpp.discovery'], input),
  }),
]
