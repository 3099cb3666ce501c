// Mandates that the viewer gave to creditors, each of which can be suspended and revoked, and those by which the viewer
// collects.
import { useState } from 'react'
import { icon } from '../../design/icons.tsx'
import {
  directDebitMandateCancel,
  directDebitMandateCreate,
  directDebitMandateList,
  directDebitMandateResume,
  directDebitMandateSuspend,
} from '../../../../sdk/client/operations.ts'
import type {
  DirectDebitMandate,
  DirectDebitMandateCreateRequest,
} from '../../../../sdk/client/types.ts'
import { nameOfAccount, useAccounts } from '../../accounts.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { AmountInput, Form, Input, Select } from '../../design/form.tsx'
import { Menu } from '../../design/menu.tsx'
import { Money } from '../../design/money.tsx'
import { Review } from '../../design/review.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { toast } from '../../design/toast.tsx'
import { useUser } from '../../session.ts'

const Ellipsis = icon('ellipsis')
const Plus = icon('plus')
const ReceiptEuro = icon('receipt-euro')

type Frequency = NonNullable<DirectDebitMandateCreateRequest['frequency']>

const FREQUENCIES: Readonly<Record<Frequency, string>> = {
  adhoc: 'At any time',
  one_off: 'Once',
  weekly: 'Once a week',
  monthly: 'Once a month',
  quarterly: 'Once a quarter',
  yearly: 'Once a year',
}

const CHANGED = ['mandates', 'collections'] as const

export function GivenCard() {
  const [page, setPage] = useState(1)
  const read = useRead('mandates', directDebitMandateList, { role: 'debtor', page, per_page: 10 })
  const [isNew, setNew] = useState(false)
  return (
    <Card
      title="Mandates you gave"
      hint="Each creditor may collect until you revoke it"
      isFlush
      action={
        <Button look="plain" size="small" onClick={() => setNew(true)}>
          <Plus aria-hidden />
          Give a mandate
        </Button>
      }
    >
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={ReceiptEuro} title="Nobody may collect from your accounts">
              A creditor asks you for a mandate, such as your gym or your landlord. Record it here,
              and the bank pays what they collect within its limits.
            </Empty>
          ) : (
            <>
              <MandatesTable label="Mandates you gave" mandates={data} />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
      <Dialog title="Give a mandate" isOpen={isNew} onClose={() => setNew(false)}>
        <NewMandate onDone={() => setNew(false)} />
      </Dialog>
    </Card>
  )
}

/** Only customers who collect see it. */
export function HeldCard() {
  const [page, setPage] = useState(1)
  const read = useRead('mandates', directDebitMandateList, { role: 'creditor', page, per_page: 10 })
  if (read.data === undefined || read.data.meta.total === 0) return null
  return (
    <Card title="Mandates by which you collect" isFlush>
      <MandatesTable label="Mandates by which you collect" mandates={read.data.data} />
      <Pager meta={read.data.meta} onPage={setPage} />
    </Card>
  )
}

const otherOf = ({ role, creditor_name, debtor_name }: DirectDebitMandate): string =>
  role === 'debtor' ? creditor_name : debtor_name

function MandatesTable({
  label,
  mandates,
}: {
  readonly label: string
  readonly mandates: readonly DirectDebitMandate[]
}) {
  const accounts = useAccounts()
  const suspend = useWrite(directDebitMandateSuspend, CHANGED)
  const resume = useWrite(directDebitMandateResume, CHANGED)
  const cancel = useWrite(directDebitMandateCancel, CHANGED)
  const [suspended, setSuspended] = useState<DirectDebitMandate>()
  const [revoked, setRevoked] = useState<DirectDebitMandate>()
  const nameOf = (uuid: string) => nameOfAccount(accounts.data, uuid)
  const facts = (mandate: DirectDebitMandate) =>
    [
      [mandate.role === 'debtor' ? 'Creditor' : 'Debtor', otherOf(mandate)],
      ['Reference', mandate.mandate_id],
      ['Account', nameOf(mandate.account_uuid)],
      ['Last collection', <When key="used" at={mandate.last_used_at} />],
    ] as const
  return (
    <>
      <Table
        label={label}
        rows={mandates}
        keyOf={({ id }) => id}
        columns={columns(nameOf, {
          onSuspend: setSuspended,
          onResume: ({ id }) =>
            void resume.mutateAsync({ id }).then(
              () => toast('The mandate is active again.'),
              () => toast('The mandate could not be resumed. Reload the page to see its state.'),
            ),
          onRevoke: setRevoked,
        })}
      />
      <Review
        keep="Keep it"
        title="Suspend a mandate"
        of={suspended}
        facts={facts}
        effect="Nothing is collected by it until you resume it. A collection that arrives meanwhile is refused."
        submit="Suspend the mandate"
        done="The mandate is suspended."
        onConfirm={({ id }) => suspend.mutateAsync({ id })}
        onClose={() => setSuspended(undefined)}
      />
      <Review
        keep="Keep it"
        title="Revoke a mandate"
        of={revoked}
        facts={facts}
        effect="Nothing is collected by it any more, and it cannot be resumed. Tell the other side, who may have a claim against you."
        submit="Revoke the mandate"
        done="The mandate is revoked."
        onConfirm={({ id }) => cancel.mutateAsync({ id })}
        onClose={() => setRevoked(undefined)}
      />
    </>
  )
}

interface Actions {
  readonly onSuspend: (mandate: DirectDebitMandate) => void
  readonly onResume: (mandate: DirectDebitMandate) => void
  readonly onRevoke: (mandate: DirectDebitMandate) => void
}

const columns = (
  nameOf: (account: string) => string,
  { onSuspend, onResume, onRevoke }: Actions,
): readonly Column<DirectDebitMandate>[] => [
  {
    name: 'Party',
    isSilent: true,
    show: (mandate) => (
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{otherOf(mandate)}</span>
        <span className="block text-sm text-soft wrap-anywhere">{mandate.mandate_id}</span>
      </span>
    ),
  },
  { name: 'Account', show: ({ account_uuid }) => nameOf(account_uuid) },
  {
    name: 'Limit',
    show: ({ frequency, max_amount, currency }) => (
      <span>
        {FREQUENCIES[frequency as Frequency]}
        {max_amount !== null && (
          <>
            , up to <Money amount={max_amount} code={currency} />
          </>
        )}
      </span>
    ),
  },
  { name: 'Last collection', show: ({ last_used_at }) => <When at={last_used_at} isDay /> },
  { name: 'Status', show: ({ status }) => <Badge word={status} /> },
  {
    name: 'Actions',
    isSilent: true,
    isRight: true,
    show: (mandate) =>
      mandate.status === 'active' || mandate.status === 'suspended' ? (
        <Menu
          trigger={
            <Button look="quiet" size="icon" aria-label={`More for ${otherOf(mandate)}`}>
              <Ellipsis aria-hidden />
            </Button>
          }
          items={[
            mandate.status === 'active'
              ? { word: 'Suspend', onChoose: () => onSuspend(mandate) }
              : { word: 'Resume', onChoose: () => onResume(mandate) },
            { word: 'Revoke', onChoose: () => onRevoke(mandate), isDangerous: true },
          ]}
        />
      ) : null,
  },
]

function NewMandate({ onDone }: { readonly onDone: () => void }) {
  const { name } = useUser()
  const accounts = useAccounts()
  const create = useWrite(directDebitMandateCreate, CHANGED)
  return (
    <Form
      submit="Give the mandate"
      onSubmit={async (values) => {
        const { creditor_name = '', creditor_id = '', creditor_iban = '' } = values
        const { mandate_id = '', account = '', max_amount = '' } = values
        await create.mutateAsync({
          role: 'debtor',
          debtor_name: name,
          creditor_name,
          creditor_id,
          creditor_iban,
          mandate_id,
          account,
          frequency: values['frequency'] as Frequency,
          ...(max_amount !== '' && { max_amount }),
        })
        toast('The mandate is given.')
        onDone()
      }}
    >
      <p className="text-soft">
        The creditor may then collect from your account. All of this is on the mandate that they
        gave you to sign.
      </p>
      <Input label="Name of the creditor" name="creditor_name" required maxLength={140} />
      <Input
        label="Creditor identifier"
        name="creditor_id"
        required
        maxLength={35}
        autoComplete="off"
        placeholder="DE98ZZZ09999999999"
      />
      <Input
        label="IBAN of the creditor"
        name="creditor_iban"
        required
        maxLength={42}
        autoComplete="off"
      />
      <Input
        label="Reference of the mandate"
        name="mandate_id"
        required
        maxLength={35}
        autoComplete="off"
      />
      <Select label="Account to collect from" name="account">
        {accounts.data?.map(({ uuid, name: account }) => (
          <option key={uuid} value={uuid}>
            {account}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-2 gap-4">
        <Select label="How often" name="frequency" defaultValue="monthly">
          {Object.entries(FREQUENCIES).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
        <AmountInput
          label="At most, each time"
          name="max_amount"
          code="EUR"
          hint="Empty: no limit"
        />
      </div>
    </Form>
  )
}
