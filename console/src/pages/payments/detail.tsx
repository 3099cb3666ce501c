// One payment: who paid whom, what became of it, its entries in the ledger, and what can be done with it now.
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { paymentGet } from '../../../../sdk/client/operations.ts'
import type { Payment, PaymentEntry, PaymentParty } from '../../../../sdk/client/types.ts'
import { nameOfAccount, shorten, useAccounts } from '../../accounts.ts'
import { download, useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button, buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Code, CopyButton } from '../../design/code.tsx'
import { Facts } from '../../design/facts.tsx'
import { icon } from '../../design/icons.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead, ReferenceLink } from '../../design/page.tsx'
import { Problem, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { addressOf, nameOfKind } from '../../payments.ts'
import { DisputeButton, DisputesCard } from './dispute.tsx'
import { ReversalDialog } from './reversal.tsx'
import { SourceCard } from './source.tsx'
import { Timeline } from './timeline.tsx'

const FileDown = icon('file-down')
const Repeat = icon('repeat')
const Undo = icon('undo-2')

export function Detail() {
  const { id: uuid = '' } = useParams({ strict: false })
  // The key of lists of payments, so that whatever changes them is read here again.
  const read = useRead('transactions', paymentGet, { uuid })
  return <Show read={read}>{({ data }) => <Content key={data.uuid} payment={data} />}</Show>
}

/** A party in words; an account of the viewer has its own name. */
function useNameOf(): (party: PaymentParty) => string {
  const accounts = useAccounts()
  return ({ name, account_uuid, is_own }) =>
    is_own
      ? nameOfAccount(accounts.data, account_uuid)
      : (name ?? (account_uuid === null ? 'The bank' : `Account ${shorten(account_uuid)}`))
}

const titleOf = ({ kind, direction, from, to, metadata }: Payment): string => {
  if (direction === 'internal') return 'Between your accounts'
  const name = direction === 'incoming' ? from.name : (to.name ?? addressOf(kind, metadata))
  if (direction === 'exchange' || name === null) return nameOfKind(kind)
  return `${direction === 'incoming' ? 'From' : 'To'} ${name}`
}

function Content({ payment }: { readonly payment: Payment }) {
  // Only operators see payments of others.
  const isOthers = !payment.from.is_own && !payment.to.is_own
  return (
    <>
      <p className="mb-2 text-sm">
        <Link
          to={isOthers ? '/payments' : '/history'}
          className="text-soft hover:text-ink hover:underline"
        >
          ← {isOthers ? 'Payments' : 'History'}
        </Link>
      </p>
      <PageHead
        title={titleOf(payment)}
        hint={
          <span className="flex flex-wrap items-center gap-2">
            <Badge word={payment.status} />
            {titleOf(payment) !== nameOfKind(payment.kind) && nameOfKind(payment.kind)}
            <When at={payment.created_at} hasSeconds />
          </span>
        }
        action={<Actions payment={payment} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <FactsCard payment={payment} />
          <Card title="Timeline">
            <Timeline payment={payment} />
          </Card>
        </div>
        <DisputesCard payment={payment} />
        <SourceCard payment={payment} />
        <EntriesCard entries={payment.entries} />
        <CallCard payment={payment} />
      </div>
    </>
  )
}

function Actions({ payment }: { readonly payment: Payment }) {
  const [isReversing, setReversing] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { uuid, actions, transaction_uuid } = payment
  const receipt = `/api/v1/transactions/${transaction_uuid}/receipt?format=pdf`
  return (
    <>
      {actions.includes('receipt') && (
        <Button
          look="plain"
          onClick={() => void download(receipt, `receipt-${uuid}.pdf`).catch(setError)}
        >
          <FileDown aria-hidden />
          Receipt
        </Button>
      )}
      {actions.includes('reverse') && (
        <Button look="plain" onClick={() => setReversing(true)}>
          <Undo aria-hidden />
          {payment.to.is_own && payment.direction === 'incoming' ? 'Give back' : 'Reverse'}
        </Button>
      )}
      {actions.includes('repeat') && (
        <Link to="/send" search={{ repeat: uuid }} className={buttonStyle()}>
          <Repeat aria-hidden />
          Send again
        </Link>
      )}
      {actions.includes('dispute') && <DisputeButton payment={payment} />}
      {error !== null && <Problem error={error} />}
      <ReversalDialog payment={payment} isOpen={isReversing} onClose={() => setReversing(false)} />
    </>
  )
}

function FactsCard({ payment }: { readonly payment: Payment }) {
  const { from, to, paid, received, fees, reference, failure_reason, entries } = payment
  const { kind, metadata } = payment
  const nameOf = useNameOf()
  const main = paid ?? received ?? entries[0]!
  return (
    <Card>
      <div className="mb-4">
        <Money amount={main.amount} code={main.asset_code} isLarge />
        {paid && received && (
          <p className="text-soft">
            for <Money amount={received.amount} code={received.asset_code} />
          </p>
        )}
        {failure_reason !== null && <p className="mt-2 text-bad wrap-anywhere">{failure_reason}</p>}
      </div>
      <Facts
        rows={[
          ['From', nameOf(from)],
          ['To', addressOf(kind, metadata) ?? nameOf(to)],
          ...fees.map(
            ({ amount, asset_code }, index) =>
              ['Fee', <Money key={index} amount={amount} code={asset_code} />] as const,
          ),
          ['Reference', reference ?? <span className="text-soft">none</span>],
          ['Booked', <When key="booked" at={payment.completed_at} hasSeconds />],
          ...(payment.reverses === null
            ? []
            : [
                [
                  'Reverses',
                  <Link
                    key="reverses"
                    to="/payments/$id"
                    params={{ id: payment.reverses }}
                    className="text-accent hover:underline"
                  >
                    {shorten(payment.reverses)}
                  </Link>,
                ] as const,
              ]),
          [
            'Id',
            <span key="id" className="inline-flex flex-wrap items-center justify-end gap-2">
              <span className="font-mono text-sm break-all">{payment.uuid}</span>
              <CopyButton text={payment.uuid} what="the id" />
            </span>,
          ],
        ]}
      />
    </Card>
  )
}

function EntriesCard({ entries }: { readonly entries: readonly PaymentEntry[] }) {
  const nameOf = useNameOf()
  const columns: readonly Column<PaymentEntry>[] = [
    { name: 'Kind', show: ({ kind }) => nameOfKind(kind) },
    { name: 'From', show: ({ from }) => <PartyCell party={from} name={nameOf(from)} /> },
    { name: 'To', show: ({ to }) => <PartyCell party={to} name={nameOf(to)} /> },
    {
      name: 'Amount',
      isRight: true,
      show: ({ amount, asset_code }) => <Money amount={amount} code={asset_code} />,
    },
    {
      name: 'Balance after',
      isRight: true,
      show: ({ from_balance_after, to_balance_after, asset_code }) => (
        <span className="grid justify-items-end">
          {[from_balance_after, to_balance_after].map(
            (balance, side) =>
              balance !== null && (
                <Money key={side} amount={balance} code={asset_code} className="text-soft" />
              ),
          )}
        </span>
      ),
    },
  ]
  return (
    <Card isFlush title="Entries" hint="What the ledger booked, each from one account to another.">
      <Table
        label="Entries"
        columns={columns}
        rows={entries}
        keyOf={(entry) => String(entries.indexOf(entry))}
      />
    </Card>
  )
}

function PartyCell({ party, name }: { readonly party: PaymentParty; readonly name: string }) {
  const { account_uuid, bank_account, is_own } = party
  if (is_own && account_uuid !== null)
    return (
      <Link to="/accounts/$id" params={{ id: account_uuid }} className="hover:underline">
        {name}
      </Link>
    )
  return (
    <span className="wrap-anywhere">
      {name}
      {bank_account !== null && <span className="text-soft"> ({bank_account})</span>}
    </span>
  )
}

/** How a program reads the payment, and the call that made it. */
function CallCard({ payment }: { readonly payment: Payment }) {
  const { request, uuid } = payment
  return (
    <Card title="API call" action={<ReferenceLink reference="operations/payment.get" />}>
      <Code label="The call that reads this payment" text={`GET /api/v2/payments/${uuid}`} />
      {request && request.request_id !== null && (
        <p className="mt-3 text-sm text-soft">
          Made by the request{' '}
          <Link
            to="/requests"
            search={{ id: request.request_id }}
            className="text-accent underline underline-offset-2"
          >
            {request.request_id}
          </Link>
          {request.agent !== null && ` of the agent ${request.agent}`}.
        </p>
      )}
    </Card>
  )
}
