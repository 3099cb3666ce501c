// Optional texts. Forms send an empty field as an empty text, which counts as absent.
import { Type } from 'typebox'
import Format from 'typebox/format'
import { plainText } from '../../../kernel/text.ts'

const isBlank = (text: string): boolean => text.trim() === ''

/** A one-line text that is displayed, or an empty one. */
export function optionalText(maxLength: number, description: string) {
  const { format } = plainText(maxLength)
  return Type.Optional(
    Type.Refine(
      Type.String({ maxLength, description }),
      (text) => isBlank(text) || Format.Test(format, text),
      () => 'must be readable text without control or invisible characters',
    ),
  )
}

export const textOrNull = (text: string | undefined): string | null =>
  text === undefined || isBlank(text) ? null : text
