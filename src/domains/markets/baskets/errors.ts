// Errors of baskets.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** `errors` names the field, like other validation errors. */
export const InvalidWeights = defineError<{ sentence: string; errors: Record<string, string[]> }>(
  'INVALID_WEIGHTS',
  422,
  (d) => d.sentence,
  {
    meaning: 'The weights of the basket do not sum to 100.',
    advice:
      'Send weights in percent, with at most two decimals, that sum to 100; a difference of 0.01 is accepted.',
    details: Type.Object({ sentence: Type.String() }),
  },
)

export const BasketExists = defineError<{ code: string }>(
  'BASKET_EXISTS',
  409,
  (d) => `An asset with the code ${d.code} exists already; choose another code.`,
  {
    advice:
      'Choose a `code` that GET /api/v2/assets/{code} does not find; baskets and other assets share their codes.',
  },
)

export const BasketInactive = defineError<{ code: string }>(
  'BASKET_INACTIVE',
  422,
  (d) => `The basket ${d.code} is not active.`,
  { advice: 'Choose a basket from GET /api/v2/baskets?active=true.' },
)

export const BasketNotDynamic = defineError<{ code: string }>(
  'BASKET_NOT_DYNAMIC',
  422,
  (d) => `The basket ${d.code} is fixed, and only dynamic baskets are rebalanced.`,
  {
    advice:
      'Choose a basket from GET /api/v2/baskets?type=dynamic; a fixed basket keeps its composition.',
  },
)

export const BasketUnpriced = defineError<{ code: string }>(
  'BASKET_VALUE_UNAVAILABLE',
  503,
  (d) =>
    `The value of ${d.code} is unknown, because not all of its parts have a price; try again later.`,
  {
    advice:
      'Compare the components of the basket with GET /api/v2/exchange-rates, and retry once each has a rate.',
  },
)
