// What the domain that bills partners may read of them: the list, their terms, and the calls they made.
import type { Db } from '../../../platform/database.ts'
import * as store from './store.ts'
import type { PartnerRow } from './store.ts'
import { type Tier, tiers } from './tiers.ts'
import { type Days, sumUsage } from './usage/store.ts'

export type BilledPartner = Pick<
  PartnerRow,
  'uuid' | 'tier' | 'status' | 'billing_cycle' | 'contact_email' | 'created_at' | 'updated_at'
>

export const partnerBilling = {
  find: (tx: Db, uuid: string): Promise<BilledPartner | undefined> => store.findPartner(tx, uuid),
  /** In the order of their ids, beginning after one of them. */
  listAfter: (tx: Db, after: string | undefined, limit: number): Promise<BilledPartner[]> =>
    store.listPartnersAfter(tx, after, limit),
  /** Live calls that are billed, of these days. */
  sumBillable: async (tx: Db, partner_uuid: string, days: Days): Promise<number> =>
    (await sumUsage(tx, { partner_uuid, environment: 'live' }, days)).billable,
  pricesOf: ({ tier }: Pick<BilledPartner, 'tier'>): Tier => tiers[tier],
}
export type PartnerBilling = typeof partnerBilling
