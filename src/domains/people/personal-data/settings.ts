// How long the law makes the bank keep what it knows about a person who has left.
import { defineSettings, integer } from '../../../platform/settings.ts'

/** The least that the directives against money laundering allow. */
const YEARS_MIN = 5

export const settings = defineSettings({
  LEGAL_RETENTION_YEARS: integer(
    'Years for which the bank keeps what the law makes it keep about a person who was erased: payments, identification, evidence. The directives of the EU against money laundering require five; other laws may require more.',
    YEARS_MIN,
    YEARS_MIN,
    30,
  ),
})
