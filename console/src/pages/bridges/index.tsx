// Moving a token from one chain to another: cost and duration first, then its progress.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { makeKey } from '../../../../sdk/client/client.ts'
import { bridgeList, bridgeQuote, bridgeStart } from '../../../../sdk/client/operations.ts'
import type {
  BridgeQuote,
  BridgeTransaction,
  CrossChainNetwork,
} from '../../../../sdk/client/types.ts'
import { client, queries, refresh, useRead } from '../../bank.ts'
import { CHAINS, TOKENS } from '../../chains.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { AmountInput, Form, Select } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { AccountSelect, WithAccounts } from '../../own-account.tsx'

const ArrowLeftRight = icon('arrow-left-right')

export function Page() {
  return (
    <>
      <PageHead title="Bridges" hint="The same token on another chain." />
      <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <BridgeCard />
        <ListCard />
      </div>
    </>
  )
}

interface Priced {
  readonly quote: BridgeQuote
  readonly account_uuid: string
}

function BridgeCard() {
  const [priced, setPriced] = useState<Priced>()
  const [token, setToken] = useState<string>('USDC')
  const [source, setSource] = useState<string>('ethereum')
  if (priced) return <Confirm priced={priced} onBack={() => setPriced(undefined)} />
  const chains = Object.entries(CHAINS).filter(([chain]) => chain !== 'bitcoin')
  return (
    <Card title="Bridge">
      <WithAccounts>
        {(accounts) => (
          <Form
            submit="See the price"
            onSubmit={async ({ destination_chain, amount = '', account_uuid = '' }) => {
              const { data: quote } = await bridgeQuote(client, {
                source_chain: source as CrossChainNetwork,
                destination_chain: destination_chain as CrossChainNetwork,
                token,
                amount,
              })
              setPriced({ quote, account_uuid })
            }}
          >
            <AccountSelect accounts={accounts} />
            <div className="grid grid-cols-2 gap-4">
              <Select
                label="From chain"
                name="source_chain"
                value={source}
                onChange={(event) => setSource(event.target.value)}
              >
                {chains.map(([chain, name]) => (
                  <option key={chain} value={chain}>
                    {name}
                  </option>
                ))}
              </Select>
              <Select label="To chain" name="destination_chain" defaultValue="polygon">
                {chains
                  .filter(([chain]) => chain !== source)
                  .map(([chain, name]) => (
                    <option key={chain} value={chain}>
                      {name}
                    </option>
                  ))}
              </Select>
            </div>
            <Select
              label="Token"
              name="token"
              value={token}
              onChange={(event) => setToken(event.target.value)}
            >
              {TOKENS.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
            <AmountInput label="Amount" name="amount" required code={token} />
          </Form>
        )}
      </WithAccounts>
    </Card>
  )
}

function Confirm({
  priced: { quote, account_uuid },
  onBack,
}: {
  readonly priced: Priced
  readonly onBack: () => void
}) {
  const [key] = useState(makeKey)
  const { source_chain, destination_chain, token } = quote
  return (
    <Card title="Review bridge">
      <Facts
        rows={[
          ['You send', <Money key="in" amount={quote.input_amount} code={token} />],
          ['Fee', <Money key="fee" amount={quote.fee_amount} code={quote.fee_currency} />],
          [
            'Arrives',
            <Money
              key="out"
              amount={quote.estimated_receive_amount}
              code={token}
              className="font-semibold"
            />,
          ],
          ['Route', `${CHAINS[source_chain]} to ${CHAINS[destination_chain]}`],
          ['Takes about', `${Math.ceil(quote.estimated_duration_seconds / 60)} minutes`],
          ['By', quote.bridge_protocol.replaceAll('_', ' ')],
        ]}
      />
      <Form
        className="mt-4"
        submit="Bridge now"
        other={
          <Button look="plain" onClick={onBack}>
            Back
          </Button>
        }
        onSubmit={async () => {
          const input = {
            source_chain,
            destination_chain,
            token,
            amount: quote.input_amount,
            protocol: quote.bridge_protocol,
            account_uuid,
          }
          await bridgeStart(client, input, { idempotencyKey: key })
          await refresh(queries, ['bridges', 'balances', 'transactions'])
          onBack()
        }}
      />
    </Card>
  )
}

function ListCard() {
  const [page, setPage] = useState(1)
  const read = useRead('bridges', bridgeList, { page, per_page: 10 })
  return (
    <Card title="Your bridges" isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={ArrowLeftRight} title="No bridges yet">
              You need a token on your account, such as USDC.
            </Empty>
          ) : (
            <>
              <Table
                label="Bridges"
                columns={columns}
                rows={data}
                keyOf={({ bridge_tx_id }) => bridge_tx_id}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

const columns: readonly Column<BridgeTransaction>[] = [
  {
    name: 'Route',
    isSilent: true,
    show: ({ source_chain, destination_chain, status }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">
          {CHAINS[source_chain]} to {CHAINS[destination_chain]}
        </span>
        <Badge word={status} />
      </span>
    ),
  },
  { name: 'When', show: ({ created_at }) => <When at={created_at} /> },
  {
    name: 'Arrives',
    show: ({ completed_at, estimated_completion_at }) => (
      <When at={completed_at ?? estimated_completion_at} />
    ),
  },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, token }) => <Money amount={amount} code={token} />,
  },
]
