// Money between two agents until the conditions are met. The life of each escrow is drawn as the steps that it takes.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { escrowCreate, escrowList } from '../../../../sdk/client/operations.ts'
import type { AgentCurrency, AgentListItem, Escrow } from '../../../../sdk/client/types.ts'
import { shorten } from '../../accounts.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { AmountInput, Form, Input, listOf, Select } from '../../design/form.tsx'
import { Money, toDecimal } from '../../design/money.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { EscrowPath } from './escrow-path.tsx'
import { EscrowSteps } from './escrow-steps.tsx'

const Handshake = icon('handshake')
const Plus = icon('plus')

interface Agents {
  readonly agents: readonly AgentListItem[]
}

export function EscrowsCard({ agents }: Agents) {
  const read = useRead('escrows', escrowList, { limit: 50 })
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Escrows"
      hint="The bank reserves the money until the agreed conditions are met."
      action={
        agents.length > 0 && (
          <Button look="plain" size="small" onClick={() => setOpen(true)}>
            <Plus aria-hidden />
            Create an escrow
          </Button>
        )
      }
    >
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Handshake} title="No escrows yet">
              It takes two agents, a buyer and a seller.
            </Empty>
          ) : (
            <ul aria-label="Escrows" className="grid gap-4">
              {data.map((escrow) => (
                <EscrowItem key={escrow.escrow_id} escrow={escrow} agents={agents} />
              ))}
            </ul>
          )
        }
      </Show>
      <Dialog title="Create an escrow" isOpen={isOpen} onClose={() => setOpen(false)}>
        <EscrowForm agents={agents} onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

const nameOf = (agents: readonly AgentListItem[], did: string): string =>
  agents.find((agent) => agent.did === did)?.name ?? shorten(did)

function EscrowItem({ escrow, agents }: Agents & { readonly escrow: Escrow }) {
  const { status, buyer_did, seller_did, amount, currency, conditions_status } = escrow
  const seller = nameOf(agents, seller_did)
  const buyer = nameOf(agents, buyer_did)
  const isBuyer = agents.some(({ did }) => did === buyer_did)
  return (
    <li className="grid gap-3 rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p>
          <span className="font-medium">{buyer}</span>
          <span className="text-soft"> pays </span>
          <span className="font-medium">{seller}</span>
        </p>
        <Money amount={toDecimal(amount)} code={currency} className="font-medium" />
      </div>
      <EscrowPath status={status} />
      <p className="text-sm text-soft">
        {Object.entries(conditions_status).map(([condition, isMet]) => (
          <span key={condition} className="mr-3">
            {isMet ? '✓' : '○'} {condition}
          </span>
        ))}
        {(status === 'created' || status === 'funded') && (
          <>
            until <When at={escrow.expires_at} />
          </>
        )}
      </p>
      {isBuyer && <EscrowSteps escrow={escrow} buyer={buyer} seller={seller} />}
    </li>
  )
}

function EscrowForm({ agents, onDone }: Agents & { readonly onDone: () => void }) {
  const create = useWrite(escrowCreate, ['escrows'])
  return (
    <Form
      submit="Create"
      onSubmit={async ({ buyer = '', seller = '', amount = '', currency = 'USD', conditions }) => {
        await create.mutateAsync({
          buyer_did: buyer,
          seller_did: seller,
          amount,
          currency: currency as AgentCurrency,
          release_conditions: listOf(conditions),
        })
        onDone()
      }}
    >
      <Select label="Buyer" name="buyer">
        {agents.map(({ did, name }) => (
          <option key={did} value={did}>
            {name}
          </option>
        ))}
      </Select>
      <Input
        label="Seller"
        name="seller"
        required
        placeholder="did:…"
        list="agents"
        hint="The DID of any agent at this bank."
      />
      <datalist id="agents">
        {agents.map(({ did, name }) => (
          <option key={did} value={did}>
            {name}
          </option>
        ))}
      </datalist>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountInput label="Amount" name="amount" required />
        <Select label="Currency" name="currency" defaultValue="USD">
          {['USD', 'EUR', 'GBP', 'GCU'].map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
      </div>
      <Input
        label="Conditions"
        name="conditions"
        placeholder="delivered, accepted"
        hint="All of them must be met before the money is released."
      />
    </Form>
  )
}
