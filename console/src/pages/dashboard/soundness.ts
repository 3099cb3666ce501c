// How the state of the ledger is shown.
import type { Soundness } from '../../../../sdk/client/types.ts'
import { icon } from '../../design/icons.tsx'

export const SOUNDNESS = {
  sound: {
    icon: icon('circle-check'),
    style: 'bg-good-bg text-good',
    words: 'The ledger is sound',
  },
  broken: { icon: icon('circle-x'), style: 'bg-bad-bg text-bad', words: 'The ledger is broken' },
  unknown: {
    icon: icon('circle-question-mark'),
    style: 'bg-gold-bg text-gold',
    words: 'Not proved yet',
  },
} as const satisfies Record<Soundness, object>
