// The active endpoints, in memory.
import type { Db } from '../../../platform/database.ts'
import { PriceBook } from '../machine-payments/index.ts'
import { type EndpointRow, listActive } from './store.ts'

export const ENDPOINTS_CHANGED = 'x402.endpoints_changed'

export class EndpointBook extends PriceBook<EndpointRow> {
  constructor(db: Db) {
    super(db, listActive, ({ seller }) => seller)
  }
}
