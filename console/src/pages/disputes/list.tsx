// A list of disputes, for customers and for operators.
import { Link } from '@tanstack/react-router'
import type { Dispute } from '../../../../sdk/client/types.ts'
import { Badge } from '../../design/badge.tsx'
import { Money } from '../../design/money.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { isDecidable, REASONS, TONES } from './words.ts'

interface ListProps {
  readonly label: string
  readonly disputes: readonly Dispute[]
}

export const DisputeTable = ({ label, disputes }: ListProps) => (
  <Table label={label} rows={disputes} keyOf={({ uuid }) => uuid} columns={columns} />
)

const partiesOf = ({ role, payer_name, receiver_name }: Dispute): string => {
  const [payer, receiver] = [payer_name ?? 'a customer', receiver_name ?? 'a customer']
  if (role === 'operator') return `${payer} to ${receiver}`
  return role === 'payer' ? `To ${receiver}` : `From ${payer}`
}

const columns: readonly Column<Dispute>[] = [
  {
    name: 'Dispute',
    isSilent: true,
    show: (dispute) => (
      <span className="min-w-0">
        <Link
          to="/disputes/$id"
          params={{ id: dispute.uuid }}
          className="font-medium text-accent wrap-anywhere hover:underline"
        >
          {partiesOf(dispute)}
        </Link>
        <span className="block text-sm text-soft">{REASONS[dispute.reason]}</span>
      </span>
    ),
  },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, asset_code }) => <Money amount={amount} code={asset_code} />,
  },
  { name: 'Opened', show: ({ created_at }) => <When at={created_at} isDay /> },
  { name: 'Decision by', show: (dispute) => <Deadline dispute={dispute} /> },
  {
    name: 'State',
    isRight: true,
    show: ({ status }) => <Badge word={status} tone={TONES[status]} />,
  },
]

export function Deadline({ dispute }: { readonly dispute: Dispute }) {
  if (!isDecidable(dispute))
    return dispute.closed_at === null ? null : (
      <span className="text-soft">
        closed <When at={dispute.closed_at} isDay />
      </span>
    )
  const isOverdue = new Date(dispute.decide_by) < new Date()
  return (
    <span className={isOverdue ? 'font-medium text-bad' : undefined}>
      {isOverdue && 'overdue since '}
      <When at={dispute.decide_by} isDay />
    </span>
  )
}
