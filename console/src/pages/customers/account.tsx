// One account of a customer: its owner, its balances, why it was frozen, and freezing it with a reason.
import { Link } from '@tanstack/react-router'
import {
  accountFreeze,
  accountTransactions,
  accountUnfreeze,
  customerAccountGet,
} from '../../../../sdk/client/operations.ts'
import type { AccountStatusChange, CustomerAccountDetail } from '../../../../sdk/client/types.ts'
import { PaymentsTable } from '../../activity.tsx'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

export function AccountDialog({
  uuid,
  onClose,
}: {
  readonly uuid: string | undefined
  readonly onClose: () => void
}) {
  return (
    <Dialog title="Account" isOpen={uuid !== undefined} onClose={onClose}>
      {uuid !== undefined && <AccountView uuid={uuid} />}
    </Dialog>
  )
}

function AccountView({ uuid }: { readonly uuid: string }) {
  const read = useRead('customers', customerAccountGet, { uuid })
  return <Show read={read}>{({ data }) => <Content account={data} />}</Show>
}

function Content({ account }: { readonly account: CustomerAccountDetail }) {
  const { status, owner, status_changes } = account
  return (
    <div className="grid gap-5">
      <Facts
        rows={[
          ['Name', account.name],
          ['State', <Badge key="state" word={status} />],
          [
            'Owner',
            owner ? (
              <Link
                key="owner"
                to="/people/$id"
                params={{ id: account.user_uuid }}
                className="text-accent hover:underline"
              >
                {owner.name}
              </Link>
            ) : (
              'A customer of a manager'
            ),
          ],
          ['Kind', account.type],
          ['Number', <IdText key="number" id={account.iban ?? account.account_number} />],
          ['Id', <IdText key="id" id={account.uuid} />],
          ['Opened', <When key="opened" at={account.created_at} />],
          ...account.balances.map(
            ({ asset_code, available_balance }) =>
              [
                `Available in ${asset_code}`,
                <Money key={asset_code} amount={available_balance} code={asset_code} />,
              ] as const,
          ),
        ]}
      />
      {status_changes.length > 0 && <Changes changes={status_changes} />}
      {status !== 'closed' && <Payments account={account.uuid} />}
      {status !== 'closed' && <FreezeForm account={account} />}
    </div>
  )
}

/** The last payments, each with a page. */
function Payments({ account: uuid }: { readonly account: string }) {
  const read = useRead('transactions', accountTransactions, { uuid, per_page: 5 })
  return (
    <Show read={read}>
      {({ data }) =>
        data.length > 0 && (
          <div className="-mx-5">
            <PaymentsTable label="Last payments" rows={data} />
          </div>
        )
      }
    </Show>
  )
}

const IdText = ({ id }: { readonly id: string }) => (
  <span className="font-mono text-sm break-all">{id}</span>
)

/** Why it was frozen or unfrozen, with what operators noted for each other. */
function Changes({ changes }: { readonly changes: readonly AccountStatusChange[] }) {
  return (
    <ul aria-label="History" className="grid gap-3">
      {changes.map(({ status, reason, note, created_at }) => (
        <li key={created_at} className="rounded-lg bg-sunk px-4 py-3">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <Badge word={status} />
            <span className="text-sm text-soft">
              <When at={created_at} />
            </span>
          </p>
          {reason !== null && <p className="mt-1 break-words">{reason}</p>}
          {note !== null && <p className="mt-1 text-sm break-words text-soft">Note: {note}</p>}
        </li>
      ))}
    </ul>
  )
}

function FreezeForm({ account }: { readonly account: CustomerAccountDetail }) {
  const isFrozen = account.status === 'frozen'
  const change = useWrite(isFrozen ? accountUnfreeze : accountFreeze, ['customers', 'accounts'])
  return (
    <Form
      // A reason is written anew for each change.
      key={account.status}
      submit={isFrozen ? 'Unfreeze' : 'Freeze'}
      look={isFrozen ? 'main' : 'danger'}
      onSubmit={({ reason = '', note = '' }) =>
        change.mutateAsync({ uuid: account.uuid, reason, ...(note !== '' && { note }) })
      }
    >
      <Input
        label="Reason for the customer"
        name="reason"
        required
        maxLength={255}
        hint={
          isFrozen
            ? 'The customer reads it. Money moves again at once.'
            : 'The customer reads it. No money moves in or out, and only an operator can lift it.'
        }
      />
      <Input
        label="Note for operators"
        name="note"
        maxLength={1000}
        hint="The customer never sees it: a case number, who asked for it."
      />
    </Form>
  )
}
