// Sending money in three steps: to whom and how much, what it would do, and what became of it. Nothing moves before
// the second step is confirmed. A payment to an account is tried at the bank first, without effect.
import { useSearch } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { p2pTransferCreate, transferCreate } from '../../../../sdk/client/operations.ts'
import { type Holdings, useHoldings } from '../../accounts.ts'
import { client, queries, refresh } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Draft, DraftForm } from './draft-form.tsx'
import { Outcome, type Sent } from './outcome.tsx'
import { Preview, type Tried } from './preview.tsx'

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
            <Steps holdings={data} />
          )
        }
      </Show>
    </div>
  )
}

function Steps({ holdings }: { readonly holdings: readonly Holdings[] }) {
  const { from } = useSearch({ strict: false }) as { from?: string }
  const [draft, setDraft] = useState<Draft>()
  const [tried, setTried] = useState<Tried>()
  const [sent, setSent] = useState<Sent>()
  // Chosen once for each payment: sending it again after a lost answer is the same payment.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const again = (): void => {
    setDraft(undefined)
    setTried(undefined)
    setSent(undefined)
    setKey(crypto.randomUUID())
  }
  if (sent) return <Outcome sent={sent} onAgain={again} />
  if (draft && tried)
    return (
      <Preview
        draft={draft}
        tried={tried}
        onBack={() => setTried(undefined)}
        onConfirm={async () => {
          setSent(await send(draft, key))
          await refresh(queries, ['balances', 'transactions', 'recipients'])
        }}
      />
    )
  return (
    <DraftForm
      holdings={holdings}
      draft={draft}
      from={from}
      onDraft={async (next) => {
        setTried(await tryOut(next))
        setDraft(next)
      }}
    />
  )
}

const toTransfer = ({ from, to, amount, asset, reference }: Draft) => ({
  from_account: from.account.uuid,
  to_account: to,
  amount,
  asset_code: asset,
  ...(reference !== '' && { reference }),
})

/** Payments to an e-mail address cannot be tried; the bank checks them when they are sent. */
async function tryOut(draft: Draft): Promise<Tried> {
  if (draft.kind === 'email') return {}
  const { data } = await transferCreate(client, { ...toTransfer(draft), simulate: true })
  const { transfer_fee, currency } = data.fees
  return {
    fee: { amount: transfer_fee, code: currency },
    ...(data.from_balance_after !== undefined && { left: data.from_balance_after }),
  }
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
