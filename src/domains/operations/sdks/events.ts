// The events of SDK generation.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

export const SdkGenerated = defineEvent({
  type: 'sdk.generated',
  version: 1,
  summary: 'A partner had SDKs generated.',
  data: Type.Object({
    generation_id: Type.String(),
    partner_id: Type.String(),
    languages: Type.Array(Type.String(), { maxItems: 10 }),
    modules: Type.Array(Type.String(), { maxItems: 200 }),
  }),
})
