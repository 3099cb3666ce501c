// The events of baskets.
import { Type } from 'typebox'
import { DateTime, Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const Percent = Type.Number({ description: 'Percent, two decimal places.' })
const Amounts = Type.Record(Type.String(), Type.String(), {
  description: 'Decimal amounts by asset code.',
})

export const BasketCreated = defineEvent({
  type: 'basket.created',
  version: 1,
  summary: 'A basket was created and can be composed from its parts.',
  data: Type.Object({
    basket_code: Type.String(),
    name: Type.String(),
    type: Type.String(),
    components: Type.Array(Type.Object({ asset_code: Type.String(), weight: Percent })),
    created_at: DateTime,
  }),
})

export const BasketRebalanced = defineEvent({
  type: 'basket.rebalanced',
  version: 1,
  summary: 'The amounts of a basket’s parts were reset to its weights; its value stayed the same.',
  data: Type.Object({
    basket_code: Type.String(),
    value: Type.Number({ description: 'US dollars for one basket.' }),
    adjustments: Type.Array(
      Type.Object({
        asset: Type.String(),
        current_weight: Percent,
        target_weight: Percent,
        adjustment: Percent,
        action: Type.String(),
      }),
    ),
    rebalanced_at: DateTime,
  }),
})

const exchanged = {
  basket_code: Type.String(),
  account_uuid: Uuid,
  basket_amount: Type.String(),
  components: Amounts,
  transaction_id: Uuid,
}

export const BasketComposed = defineEvent({
  type: 'basket.composed',
  version: 1,
  summary: 'An account exchanged the parts of a basket for the basket.',
  data: Type.Object({ ...exchanged, composed_at: DateTime }),
})

export const BasketDecomposed = defineEvent({
  type: 'basket.decomposed',
  version: 1,
  summary: 'An account exchanged a basket for its parts.',
  data: Type.Object({ ...exchanged, decomposed_at: DateTime }),
})
