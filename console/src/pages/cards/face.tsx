// A card as it looks: pressing it shows what belongs to it.
import type { IssuedCard } from '../../../../sdk/client/types.ts'
import { Badge } from '../../design/badge.tsx'
import { classes } from '../../design/classes.ts'

export const NETWORKS: Readonly<Record<IssuedCard['network'], string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
}

const SURFACES: Readonly<Record<IssuedCard['network'], string>> = {
  visa: 'bg-linear-to-br from-[#0d3b66] via-[#16263a] to-[#0a1420]',
  mastercard: 'bg-linear-to-br from-[#5b2333] via-[#2b1a2b] to-[#140d16]',
}

interface FaceProps {
  readonly card: IssuedCard
  readonly isChosen: boolean
  readonly onChoose: () => void
}

export function Face({ card, isChosen, onChoose }: FaceProps) {
  const { network, label, last4, cardholder_name, expires_on, status } = card
  const [year, month] = expires_on.split('-')
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classes(
        'grid aspect-[1.586] w-full max-w-sm content-between rounded-2xl p-5 text-left text-white shadow-lg transition-shadow',
        SURFACES[network],
        status !== 'active' && 'grayscale',
        isChosen && 'ring-3 ring-accent ring-offset-2 ring-offset-paper',
      )}
    >
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <span className="brand">
            Florin<span>.</span>
          </span>
          <span className="block truncate text-sm text-white/85">{label ?? card.currency}</span>
        </span>
        <Badge word={status} />
      </span>
      <span
        aria-hidden
        className="h-8 w-11 rounded-md bg-linear-to-br from-[#f3dfa2] to-[#b8923f] shadow-inner"
      />
      <span className="grid gap-1.5">
        <span className="figures text-lg tracking-widest">
          <span aria-hidden>•••• •••• •••• </span>
          {last4}
        </span>
        <span className="flex items-end justify-between gap-3 text-sm text-white/85">
          <span className="min-w-0 truncate">{cardholder_name}</span>
          <span className="figures">{`${month}/${year!.slice(2)}`}</span>
          <span className="font-semibold text-white italic">{NETWORKS[network]}</span>
        </span>
      </span>
    </button>
  )
}
