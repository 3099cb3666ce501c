import { defineExamples } from '../../../operation/examples.ts'
export const examples = defineExamples({})
