// Errors of reading ISO 20022 messages.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'
import { type Problem, problemCodes } from './problem.ts'

/** The message cannot be read any further; validation lists all other problems. */
export const InvalidMessage = defineError<Problem>(
  'INVALID_MESSAGE',
  422,
  (d) =>
    d.path === '' ? `Line ${d.line}: ${d.message}` : `Line ${d.line}, ${d.path}: ${d.message}`,
  {
    advice:
      'Correct the element at `error.details.line` and `error.details.path`. POST /api/v1/iso20022/validate lists the problems of a whole message.',
    details: Type.Object({
      line: Type.Integer({ description: 'The line of the XML, counted from 1.' }),
      path: Type.String({
        description: 'The path of the element; empty before the message begins.',
      }),
      code: Type.Enum(Object.keys(problemCodes)),
      message: Type.String(),
    }),
  },
)
