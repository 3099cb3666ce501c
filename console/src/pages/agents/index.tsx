// The viewer's agents: programs with an identity of their own, and the escrows between them.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { agentList, agentRegister } from '../../../../sdk/client/operations.ts'
import type { AgentListItem, AgentType } from '../../../../sdk/client/types.ts'
import { useAccounts } from '../../accounts.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Once } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, Input, listOf, Select } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { EscrowsCard } from './escrows.tsx'

const Bot = icon('bot')
const Plus = icon('plus')

export { Detail } from './detail.tsx'

export function Page() {
  const read = useRead('agents', agentList, { per_page: 50 })
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  const close = (): void => {
    setOpen(false)
    setSecret(undefined)
  }
  return (
    <>
      <PageHead
        title="Agents"
        reference="domains/agents"
        hint="Programs with their own identity, which pay, agree and write to each other."
        action={
          <Button onClick={() => setOpen(true)}>
            <Plus aria-hidden />
            Register an agent
          </Button>
        }
      />
      <div className="grid gap-5">
        <Card title="Your agents" isFlush>
          <Show read={read}>
            {({ data }) =>
              data.length === 0 ? (
                <Empty icon={Bot} title="You have no agent yet">
                  Register one: it gets a DID and a key pair, and pays from an account that you
                  choose.
                </Empty>
              ) : (
                <Table label="Agents" rows={data} keyOf={({ did }) => did} columns={columns} />
              )
            }
          </Show>
        </Card>
        <EscrowsCard agents={read.data?.data ?? []} />
      </div>
      <Dialog
        title={secret === undefined ? 'Register an agent' : 'Its private key'}
        isOpen={isOpen}
        onClose={close}
      >
        {secret === undefined ? (
          <AgentForm onSecret={(key) => (key === undefined ? close() : setSecret(key))} />
        ) : (
          <Once name="the private key" secret={secret} onDone={close} />
        )}
      </Dialog>
    </>
  )
}

const columns: readonly Column<AgentListItem>[] = [
  {
    name: 'Agent',
    isSilent: true,
    show: ({ did, name }) => (
      <span className="min-w-0">
        <Link
          to="/agents/$id"
          params={{ id: did }}
          className="font-medium text-accent hover:underline"
        >
          {name}
        </Link>
        <span className="block font-mono text-xs break-all text-soft">{did}</span>
      </span>
    ),
  },
  {
    name: 'Capabilities',
    show: ({ capabilities }) => capabilities.map(({ name }) => name).join(', ') || 'none',
  },
  { name: 'Since', show: ({ created_at }) => <When at={created_at} isDay /> },
  { name: 'State', isRight: true, show: ({ status }) => <Badge word={status} /> },
]

function AgentForm({ onSecret }: { readonly onSecret: (key: string | undefined) => void }) {
  const register = useWrite(agentRegister, ['agents'])
  const accounts = useAccounts()
  return (
    <Show read={accounts}>
      {(own) => (
        <Form
          submit="Register"
          onSubmit={async ({ name = '', type = 'service', capabilities, account = '' }) => {
            const { data } = await register.mutateAsync({
              name,
              type: type as AgentType,
              capabilities: listOf(capabilities),
              ...(account !== '' && { metadata: { account_uuid: account } }),
            })
            onSecret(data.private_key)
          }}
        >
          <Input label="Name" name="name" required maxLength={255} autoFocus placeholder="Buyer" />
          <div className="grid gap-4 sm:grid-cols-2">
            <Select label="Kind" name="type" defaultValue="service">
              <option value="service">Service</option>
              <option value="user">Acts for a user</option>
              <option value="system">System</option>
            </Select>
            <Select label="Pays from" name="account">
              {own.map(({ uuid, name }) => (
                <option key={uuid} value={uuid}>
                  {name}
                </option>
              ))}
            </Select>
          </div>
          <Input
            label="What it can do"
            name="capabilities"
            placeholder="payments, escrow"
            hint="Other agents find it by these words."
          />
        </Form>
      )}
    </Show>
  )
}
