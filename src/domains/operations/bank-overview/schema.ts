// Wire shapes of the overview of the bank and of the queues of open work.
import { Type } from 'typebox'
import { DateTime, Nullable } from '../../../kernel/schema.ts'
import { ASSETS_MAX } from '../../core/assets/index.ts'

export const DAYS_MAX = 90

const Volume = Type.Object(
  {
    count: Type.Integer({ minimum: 0 }),
    amount: Type.String({ description: 'Decimal.' }),
  },
  {
    $id: 'BankVolume',
    description: 'Without fees, trades and reversals.',
  },
)

/** Deposits and withdrawals cross the border of the bank; payments are between its customers. */
const volumes = { deposits: Volume, withdrawals: Volume, payments: Volume }

const DayVolumes = Type.Object(
  { day: Type.String({ format: 'date', description: 'In UTC.' }), ...volumes },
  { $id: 'BankDay' },
)

const AssetOverview = Type.Object(
  {
    asset_code: Type.String(),
    customers: Type.String({ description: 'All balances of customers; what the bank owes them.' }),
    held: Type.String({
      description: 'Held outside: at correspondents, at payment networks, in drawers of tellers.',
    }),
    in_transit: Type.String({ description: 'Owed for payments on their way, and in escrow.' }),
    own: Type.String({
      description: 'What is held beyond what is owed: fees, positions and results of the bank.',
    }),
    ...volumes,
    days: Type.Array(DayVolumes, {
      maxItems: DAYS_MAX,
      description: 'Days on which something moved, oldest first.',
    }),
  },
  { $id: 'BankAsset' },
)

export const BankOverview = Type.Object(
  {
    as_of: DateTime,
    from: Type.String({ format: 'date', description: 'The first day of the volumes, in UTC.' }),
    to: Type.String({ format: 'date', description: 'Today, in UTC.' }),
    customers: Type.Object(
      {
        active: Type.Integer({
          description: 'Customers with a deposit, a withdrawal or a payment in these days.',
        }),
        new: Type.Integer({ description: 'Those of them for whom it was the first.' }),
      },
      { $id: 'BankCustomers' },
    ),
    assets: Type.Array(AssetOverview, {
      maxItems: ASSETS_MAX,
      description: 'Assets with a balance or a movement, the busiest first.',
    }),
  },
  { $id: 'BankOverview' },
)

export const WorkQueue = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    advice: Type.String({ description: 'What the operator does about it.' }),
    count: Type.Integer({ minimum: 0 }),
    has_more: Type.Boolean({ description: 'Whether there are more than were counted.' }),
    page: Nullable(Type.String({ description: 'The page of the console where it is handled.' })),
  },
  { $id: 'WorkQueue' },
)
