// Swapping one token for another on a chain: a price first, then the swap, then its outcome.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { makeKey } from '../../../../sdk/client/client.ts'
import { defiQuoteGet, defiSwapCreate, defiSwapList } from '../../../../sdk/client/operations.ts'
import type { CrossChainNetwork, DefiQuote, DefiSwap } from '../../../../sdk/client/types.ts'
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

const Shuffle = icon('shuffle')

export function Page() {
  return (
    <>
      <PageHead
        title="Swaps"
        hint="One token for another, at the best price that the exchanges on the chain offer."
      />
      <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <SwapCard />
        <ListCard />
      </div>
    </>
  )
}

interface Priced {
  readonly quote: DefiQuote
  readonly account_uuid: string
}

function SwapCard() {
  const [priced, setPriced] = useState<Priced>()
  const [token, setToken] = useState<string>('USDC')
  if (priced) return <Confirm priced={priced} onBack={() => setPriced(undefined)} />
  return (
    <Card title="Swap">
      <WithAccounts>
        {(accounts) => (
          <Form
            submit="See the price"
            onSubmit={async ({ from = '', to = '', amount = '', chain, account_uuid = '' }) => {
              const input = { from, to, amount, chain: chain as CrossChainNetwork }
              setPriced({ quote: (await defiQuoteGet(client, input)).data, account_uuid })
            }}
          >
            <AccountSelect accounts={accounts} />
            <Select label="Chain" name="chain">
              {Object.entries(CHAINS)
                .filter(([chain]) => chain !== 'bitcoin')
                .map(([chain, name]) => (
                  <option key={chain} value={chain}>
                    {name}
                  </option>
                ))}
            </Select>
            <div className="grid grid-cols-2 gap-4">
              <Select
                label="Give"
                name="from"
                value={token}
                onChange={(event) => setToken(event.target.value)}
              >
                {TOKENS.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </Select>
              <Select label="Get" name="to" defaultValue="WETH">
                {TOKENS.filter((code) => code !== token).map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </Select>
            </div>
            <AmountInput label="Amount to give" name="amount" required code={token} />
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
  const { token_in, token_out, chain } = quote
  return (
    <Card title="Review swap">
      <Facts
        rows={[
          ['You give', <Money key="in" amount={quote.amount_in} code={token_in} />],
          [
            'You get about',
            <Money
              key="out"
              amount={quote.estimated_output}
              code={token_out}
              className="font-semibold"
            />,
          ],
          ['At least', <Money key="least" amount={quote.minimum_output} code={token_out} />],
          ['Network fee', <Money key="gas" amount={quote.estimated_gas_usd} code="USD" />],
          ['On', `${CHAINS[chain]}, ${quote.best_route.dex.replaceAll('_', ' ')}`],
          ['Price impact', `${quote.price_impact_percent} %`],
        ]}
      />
      <Form
        className="mt-4"
        submit="Swap now"
        other={
          <Button look="plain" onClick={onBack}>
            Back
          </Button>
        }
        onSubmit={async () => {
          const input = {
            from_token: token_in,
            to_token: token_out,
            amount: quote.amount_in,
            chain,
            account_uuid,
          }
          await defiSwapCreate(client, input, { idempotencyKey: key })
          await refresh(queries, ['swaps', 'balances', 'transactions'])
          onBack()
        }}
      />
    </Card>
  )
}

function ListCard() {
  const [page, setPage] = useState(1)
  const read = useRead('swaps', defiSwapList, { page, per_page: 10 })
  return (
    <Card title="Your swaps" isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={Shuffle} title="No swaps yet">
              You need a token on your account, such as USDC.
            </Empty>
          ) : (
            <>
              <Table label="Swaps" columns={columns} rows={data} keyOf={({ swap_id }) => swap_id} />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

const columns: readonly Column<DefiSwap>[] = [
  {
    name: 'Swap',
    isSilent: true,
    show: ({ token_in, token_out, chain, status }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">
          {token_in} to {token_out}
        </span>
        <span className="text-sm text-soft">{CHAINS[chain]}</span>
        <Badge word={status} />
      </span>
    ),
  },
  { name: 'When', show: ({ created_at }) => <When at={created_at} /> },
  {
    name: 'Given',
    isRight: true,
    show: ({ amount_in, token_in }) => <Money amount={amount_in} code={token_in} />,
  },
  {
    name: 'Got',
    isRight: true,
    show: ({ output, token_out }) =>
      output === null ? (
        <span className="whitespace-nowrap text-soft">not yet</span>
      ) : (
        <Money amount={output} code={token_out} />
      ),
  },
]
