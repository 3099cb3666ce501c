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
    advice: 'Send weights that sum to 100 percent.',
    details: Type.Object({ sentence: Type.String() }),
  },
)

export const BasketExists = defineError<{ code: string }>(
  'BASKET_EXISTS',
  409,
  (d) => `An asset with the code ${d.code} exists already; choose another code.`,
)

export const BasketInactive = defineError<{ code: string }>(
  'BASKET_INACTIVE',
  422,
  (d) => `The basket ${d.code} is not active.`,
  { advice: 'Choose an active basket.' },
)

export const BasketNotDynamic = defineError<{ code: string }>(
  'BASKET_NOT_DYNAMIC',
  422,
  (d) => `The basket ${d.code} is fixed, and only dynamic baskets are rebalanced.`,
  { advice: 'Rebalance a dynamic basket instead.' },
)

export const BasketUnpriced = defineError<{ code: string }>(
  'BASKET_VALUE_UNAVAILABLE',
  503,
  (d) =>
    `The value of ${d.code} is unknown, because not all of its parts have a price; try again later.`,
)
