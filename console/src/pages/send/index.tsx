// Sending money in three steps: recipient and amount, preview, and outcome. Nothing moves before the second step is
// confirmed. A payment to an account is tried at the bank first, without effect.
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { makeKey } from '../../../../sdk/client/client.ts'
import { p2pTransferCreate, paymentGet, transferCreate } from '../../../../sdk/client/operations.ts'
import { type Holdings, useHoldings } from '../../accounts.ts'
import { client, queries, reading, refresh } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Draft, DraftForm } from './draft-form.tsx'
import { isSame, isUnknown, type Lost, LostNotice, UNKNOWN } from './lost.tsx'
import { Outcome, type Sent } from './outcome.tsx'
import { Preview, type Tried } from './preview.tsx'
import { toDraft } from './repetition.ts'
import { toTransfer, tryOut } from './trying.ts'
import { Waiting, WAITING } from './waiting.tsx'

const Landmark = icon('landmark')

export function Page() {
  const holdings = useHoldings()
  return (
    <div className="mx-auto max-w-xl">
      <PageHead title="Send money" />
      <Show read={holdings}>
        {(data) =>
          data.length === 0 ? (
            <Card>
              <Empty icon={Landmark} title="You have no account to send from">
                Open one under Accounts.
              </Empty>
            </Card>
          ) : (
            <Prepared holdings={data} />
          )
        }
      </Show>
      <Waiting />
    </div>
  )
}

/** A link names a payment to repeat by its id only: what the form says of it comes from the bank. */
function Prepared({ holdings }: { readonly holdings: readonly Holdings[] }) {
  const { from, repeat } = useSearch({ strict: false }) as { from?: string; repeat?: string }
  const read = useQuery({
    ...reading('transactions', paymentGet, { uuid: repeat ?? '' }),
    enabled: repeat !== undefined,
  })
  if (repeat === undefined) return <Steps holdings={holdings} from={from} />
  return (
    <Show read={read}>
      {({ data }) => (
        <Steps
          holdings={holdings}
          from={data.from.account_uuid ?? from}
          repeated={toDraft(data, holdings)}
        />
      )}
    </Show>
  )
}

interface StepsProps {
  readonly holdings: readonly Holdings[]
  readonly from: string | undefined
  readonly repeated?: Draft | undefined
}

function Steps({ holdings, from, repeated }: StepsProps) {
  const [draft, setDraft] = useState(repeated)
  const [tried, setTried] = useState<Tried>()
  const [sent, setSent] = useState<Sent>()
  // Chosen once for each payment: sending it again after a lost answer is the same payment.
  const [key, setKey] = useState('')
  const [lost, setLost] = useState<readonly Lost[]>([])
  const again = (): void => {
    setDraft(undefined)
    setTried(undefined)
    setSent(undefined)
    setLost([])
  }
  const confirm = async (confirmed: Draft): Promise<void> => {
    try {
      setSent(await send(confirmed, key))
    } catch (error) {
      if (!isUnknown(error)) throw error
      setLost([...lost.filter((one) => one.key !== key), { draft: confirmed, key }])
      throw new Error(UNKNOWN, { cause: error })
    }
    await refresh(queries, ['balances', 'transactions', 'recipients', WAITING])
  }
  if (sent) return <Outcome sent={sent} onAgain={again} />
  if (draft && tried)
    return (
      <>
        {lost
          .filter((one) => one.key !== key)
          .map((one) => (
            <LostNotice key={one.key} draft={one.draft} />
          ))}
        <Preview
          draft={draft}
          tried={tried}
          onBack={() => setTried(undefined)}
          onConfirm={() => confirm(draft)}
        />
      </>
    )
  return (
    <>
      {lost.map((one) => (
        <LostNotice key={one.key} draft={one.draft} />
      ))}
      <DraftForm
        holdings={holdings}
        draft={draft}
        from={from}
        onDraft={async (next) => {
          setTried(await tryOut(next))
          setDraft(next)
          setKey(lost.find((one) => isSame(one.draft, next))?.key ?? makeKey())
        }}
      />
    </>
  )
}

async function send(draft: Draft, idempotencyKey: string): Promise<Sent> {
  if (draft.kind === 'account') {
    const { data } = await transferCreate(client, toTransfer(draft), { idempotencyKey })
    return { kind: 'account', uuid: data.uuid }
  }
  const { from, to, amount, asset, reference } = draft
  const { data } = await p2pTransferCreate(
    client,
    {
      to_user: to,
      amount,
      currency: asset,
      from_account: from.account.uuid,
      ...(reference !== '' && { note: reference }),
    },
    { idempotencyKey },
  )
  return { kind: 'email', transfer: data }
}
