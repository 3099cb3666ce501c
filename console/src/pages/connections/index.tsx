// Who may act for the viewer or read their accounts: apps connected by OAuth, each with its daily limit, and third
// parties with an open-banking consent. Each can be ended here.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  consentEnd,
  consentList,
  grantList,
  grantRevoke,
  grantUpdate,
} from '../../../../sdk/client/operations.ts'
import type { ConnectedApp, OpenBankingListedConsent } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { AmountInput, Form } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Review } from '../../design/review.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { toast } from '../../design/toast.tsx'

const Bot = icon('bot')
const Building2 = icon('building-complex')

export function Page() {
  return (
    <>
      <PageHead title="Connections" hint="Who may act for you, or read your accounts." />
      <div className="grid gap-5">
        <ProgramsCard />
        <ConsentsCard />
        <EndedConsentsCard />
      </div>
    </>
  )
}

function ProgramsCard() {
  const read = useRead('grants', grantList, { per_page: 50 })
  const revoke = useWrite(grantRevoke, ['grants'])
  const [limited, setLimited] = useState<ConnectedApp>()
  const [ended, setEnded] = useState<ConnectedApp>()
  return (
    <Card
      title="Connected apps"
      hint="They act for you within their limit until you disconnect them."
      isFlush
    >
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Bot} title="No app is connected">
              An app asks for your consent on a page of the bank before it can do anything.
            </Empty>
          ) : (
            <Table
              label="Connected apps"
              rows={data}
              keyOf={({ uuid }) => uuid}
              columns={programColumns(setLimited, setEnded)}
            />
          )
        }
      </Show>
      <Dialog
        title={`Daily limit of ${limited?.client_name ?? ''}`}
        isOpen={limited !== undefined}
        onClose={() => setLimited(undefined)}
      >
        {limited && <LimitForm program={limited} onDone={() => setLimited(undefined)} />}
      </Dialog>
      <Review
        title="Disconnect an app"
        of={ended}
        facts={({ client_name, scopes, last_used_at }) => [
          ['App', client_name],
          ['May', scopes.join(', ')],
          ['Last used', <When key="used" at={last_used_at} />],
        ]}
        effect="It can no longer act for you, until you give your consent again."
        submit="Disconnect the app"
        done="The app is disconnected."
        onConfirm={({ uuid }) => revoke.mutateAsync({ grant_id: uuid })}
        onClose={() => setEnded(undefined)}
      />
    </Card>
  )
}

const toText = (minor: number): string =>
  `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

const programColumns = (
  onLimit: (program: ConnectedApp) => void,
  onRevoke: (program: ConnectedApp) => void,
): readonly Column<ConnectedApp>[] => [
  {
    name: 'App',
    isSilent: true,
    show: ({ client_name, scopes }) => (
      <span>
        <span className="block font-medium">{client_name}</span>
        <span className="block text-sm text-soft">{scopes.join(', ')}</span>
      </span>
    ),
  },
  { name: 'Last used', show: ({ last_used_at }) => <When at={last_used_at} /> },
  {
    name: 'Daily limit',
    isRight: true,
    show: ({ daily_limit_minor, daily_limit_currency }) =>
      daily_limit_minor === null ? (
        <span>none</span>
      ) : (
        <Money amount={toText(daily_limit_minor)} code={daily_limit_currency} />
      ),
  },
  {
    name: 'Change',
    isRight: true,
    isSilent: true,
    show: (program) => (
      <span className="inline-flex gap-2">
        <Button look="plain" size="small" onClick={() => onLimit(program)}>
          Limit<span className="sr-only"> of {program.client_name}</span>
        </Button>
        <Button look="danger" size="small" onClick={() => onRevoke(program)}>
          Disconnect<span className="sr-only"> {program.client_name}</span>
        </Button>
      </span>
    ),
  },
]

/** "12.5" as 1250; digits only, no float. */
const toMinor = (amount: string): number => {
  const [whole = '0', fraction = ''] = amount.split('.')
  if (fraction.length > 2) throw new Error('The limit has at most two digits after the point.')
  return Number(whole + fraction.padEnd(2, '0'))
}

function LimitForm({
  program,
  onDone,
}: {
  readonly program: ConnectedApp
  readonly onDone: () => void
}) {
  const update = useWrite(grantUpdate, ['grants'])
  const { uuid, daily_limit_minor, daily_limit_currency } = program
  return (
    <Form
      submit="Set the limit"
      onSubmit={async ({ limit = '' }) => {
        await update.mutateAsync({
          grant_id: uuid,
          daily_limit_minor: limit === '' ? null : toMinor(limit),
        })
        toast('The daily limit is set.')
        onDone()
      }}
    >
      <AmountInput
        label="In any 24 hours"
        name="limit"
        code={daily_limit_currency}
        defaultValue={daily_limit_minor === null ? '' : toText(daily_limit_minor)}
        hint="Counts payments, purchases of crypto and text messages together. Empty means no limit."
      />
    </Form>
  )
}

/** Valid consents; ended ones have a list of their own. */
function ConsentsCard() {
  const read = useRead('consents', consentList, { role: 'psu', per_page: 50 })
  const end = useWrite(consentEnd, ['consents'])
  const [ended, setEnded] = useState<OpenBankingListedConsent>()
  return (
    <Card title="Open banking" hint="Third parties that you let read your accounts." isFlush>
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Building2} title="You have given no consent">
              A third party sends you to a page of the bank to ask for one.
            </Empty>
          ) : (
            <Table
              label="Consents"
              rows={data}
              keyOf={({ consentId }) => consentId}
              columns={consentColumns(setEnded)}
            />
          )
        }
      </Show>
      <Review
        title="End a consent"
        of={ended}
        facts={({ tpp_name, permissions, expires_at, usedToday, frequencyPerDay }) => [
          ['Third party', tpp_name],
          ['Reads', sayPermissions(permissions)],
          ['Until', <When key="until" at={expires_at} isDay />],
          ['Used today', `${usedToday} of ${frequencyPerDay}`],
        ]}
        effect="They can no longer read your accounts, until you give your consent again."
        submit="End the consent"
        done="The consent has ended."
        onConfirm={({ consentId }) => end.mutateAsync({ id: consentId })}
        onClose={() => setEnded(undefined)}
      />
    </Card>
  )
}

/** Ended consents, so that the viewer can look up who could read what, and until when. */
function EndedConsentsCard() {
  const [page, setPage] = useState(1)
  const input = { role: 'psu', status: 'ended', page, per_page: 10 } as const
  const read = useRead('consents', consentList, input)
  if (read.data?.meta.total === 0) return null
  return (
    <Card title="Consents that ended" hint="They no longer give access." isFlush>
      <Show read={read}>
        {({ data, meta }) => (
          <>
            <Table
              label="Consents that ended"
              rows={data}
              keyOf={({ consentId }) => consentId}
              columns={endedColumns}
            />
            <Pager meta={meta} onPage={setPage} />
          </>
        )}
      </Show>
    </Card>
  )
}

const HOW: Readonly<Record<string, string>> = {
  rejected: 'you rejected it',
  revokedByPsu: 'you ended it',
  terminatedByTpp: 'they ended it',
  expired: 'expired',
}

const endedColumns: readonly Column<OpenBankingListedConsent>[] = [
  {
    name: 'Third party',
    isSilent: true,
    show: ({ tpp_name, permissions }) => (
      <span>
        <span className="block font-medium">{tpp_name}</span>
        <span className="block text-sm text-soft">{sayPermissions(permissions)}</span>
      </span>
    ),
  },
  { name: 'Given', show: ({ authorized_at }) => <When at={authorized_at} isDay /> },
  { name: 'Ended', show: ({ ended_at }) => <When at={ended_at} isDay /> },
  {
    name: 'How',
    isRight: true,
    show: ({ consentStatus }) => <Badge word={HOW[consentStatus] ?? consentStatus} />,
  },
]

/** "ReadBalances" and the like, once each and in plain words. */
const sayPermissions = (permissions: readonly string[]): string => {
  const kinds = new Set(
    permissions.flatMap((one) => /Accounts|Balances|Transactions/.exec(one)?.[0] ?? one),
  )
  return [...kinds].join(', ')
}

const consentColumns = (
  onEnd: (consent: OpenBankingListedConsent) => void,
): readonly Column<OpenBankingListedConsent>[] => [
  {
    name: 'Third party',
    isSilent: true,
    show: ({ tpp_name, permissions }) => (
      <span>
        <span className="block font-medium">{tpp_name}</span>
        <span className="block text-sm text-soft">{sayPermissions(permissions)}</span>
      </span>
    ),
  },
  { name: 'Until', show: ({ expires_at }) => <When at={expires_at} isDay /> },
  {
    name: 'Used today',
    isRight: true,
    show: ({ usedToday, frequencyPerDay }) => `${usedToday} of ${frequencyPerDay}`,
  },
  {
    name: 'End',
    isRight: true,
    isSilent: true,
    show: (consent) => (
      <Button look="danger" size="small" onClick={() => onEnd(consent)}>
        End<span className="sr-only"> the consent of {consent.tpp_name}</span>
      </Button>
    ),
  },
]
