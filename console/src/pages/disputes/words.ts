// What the states and reasons of disputes are called.
import type { Dispute, DisputeReason } from '../../../../sdk/client/types.ts'
import type { Tone } from '../../design/badge.tsx'
import { refreshAfter } from '../../live.ts'

/** The key of everything that is read of disputes. */
export const DISPUTES = 'disputes'
refreshAfter('dispute', [DISPUTES, 'transactions'])

/** What a decision changes besides. */
export const AFTER_DISPUTE = [DISPUTES, 'transactions', 'balances']

export const REASONS: Readonly<Record<DisputeReason, string>> = {
  unauthorised: 'Not authorised by the payer',
  not_received: 'Goods or service not received',
  wrong_amount: 'Wrong amount',
  duplicate: 'Paid twice',
  other: 'Something else',
}

export const TONES: Readonly<Record<Dispute['status'], Tone>> = {
  open: 'accent',
  awaiting_payer: 'gold',
  accepted: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
}

export const isDecidable = ({ status }: Pick<Dispute, 'status'>): boolean =>
  status === 'open' || status === 'awaiting_payer'
