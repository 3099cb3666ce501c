// One agent: its identity, its keys and its messages.
import { useParams } from '@tanstack/react-router'
import { agentGet, agentRotateKey, agentSetStatus } from '../../../../sdk/client/operations.ts'
import type { Agent } from '../../../../sdk/client/types.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Code, CopyButton, Once, toJson } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Problem, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { KeysCard } from './keys.tsx'
import { MessagesCard } from './messages.tsx'

export function Detail() {
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useRead('agents', agentGet, { did: id })
  return <Show read={read}>{({ data }) => <Content agent={data} />}</Show>
}

function Content({ agent }: { readonly agent: Agent }) {
  const { did, name, status } = agent
  const setStatus = useWrite(agentSetStatus, ['agents'])
  const isActive = status === 'active'
  return (
    <>
      <PageHead
        title={name}
        hint={agent.description ?? 'One of your agents.'}
        action={
          status !== 'suspended' && (
            <Button
              look={isActive ? 'danger' : 'main'}
              isWaiting={setStatus.isPending}
              onClick={() => setStatus.mutate({ did, status: isActive ? 'inactive' : 'active' })}
            >
              {isActive ? 'Deactivate' : 'Activate'}
            </Button>
          )
        }
      />
      {setStatus.error && <Problem error={setStatus.error} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <MessagesCard did={did} />
          <KeysCard did={did} />
        </div>
        <IdentityCard agent={agent} />
      </div>
    </>
  )
}

function IdentityCard({ agent }: { readonly agent: Agent }) {
  const { did } = agent
  const rotate = useWrite(agentRotateKey, ['agents'])
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  const close = (): void => {
    setOpen(false)
    setSecret(undefined)
  }
  return (
    <Card title="Identity">
      <div className="grid gap-4">
        <div className="grid justify-items-start gap-2">
          <code className="font-mono text-sm break-all">{did}</code>
          <CopyButton text={did} what="the DID" />
        </div>
        <Facts
          rows={[
            ['State', <Badge key="state" word={agent.status} />],
            ['Kind', agent.type],
            ['Capabilities', agent.capabilities.map(({ name }) => name).join(', ') || 'none'],
            ['Last active', <When key="active" at={agent.last_activity_at} />],
          ]}
        />
        <details>
          <summary className="text-sm font-medium">DID document</summary>
          <div className="mt-2">
            <Code label="DID document" text={toJson(agent.did_document)} canCopy={false} />
          </div>
        </details>
        <Button look="plain" onClick={() => setOpen(true)}>
          New key pair
        </Button>
      </div>
      <Dialog title="New key pair" isOpen={isOpen} onClose={close}>
        {secret === undefined ? (
          <Form
            submit="Make a new key pair"
            look="danger"
            onSubmit={async () => {
              const { data } = await rotate.mutateAsync({ did })
              if (data.private_key === undefined) close()
              else setSecret(data.private_key)
            }}
          >
            <p className="text-soft">The old key and every session of the agent stop working.</p>
          </Form>
        ) : (
          <Once name="the private key" secret={secret} onDone={close} />
        )}
      </Dialog>
    </Card>
  )
}
