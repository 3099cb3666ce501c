// An example request and answer for every operation of payment files.
import { defineExamples } from '../../../operation/examples.ts'

export const examples = defineExamples({})
