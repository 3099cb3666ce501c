// What is refused of baskets, beside not being there.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** `errors` names the field, as for any other bad input. */
export const InvalidWeights = defineError<{ sentence: string; errors: Record<string, string[]> }>(
  'INVALID_WEIGHTS',
  422,
  (d) => d.sentence,
  { details: Type.Object({ sentence: Type.String() }) },
)

export const BasketExists = defineError<{ code: string }>(
  'BASKET_EXISTS',
  409,
  (d) => `There is an asset ${d.code} already.`,
)

export const BasketInactive = defineError<{ code: string }>(
  'BASKET_INACTIVE',
  422,
  (d) => `The basket ${d.code} is not active.`,
)

export const BasketNotDynamic = defineError<{ code: string }>(
  'BASKET_NOT_DYNAMIC',
  422,
  (d) => `The basket ${d.code} is fixed: it is never rebalanced.`,
)

export const BasketUnpriced = defineError<{ code: string }>(
  'BASKET_VALUE_UNAVAILABLE',
  503,
  (d) => `Not every part of ${d.code} has a price; try again when it has.`,
)
