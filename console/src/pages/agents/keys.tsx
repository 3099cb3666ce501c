// The API keys of an agent, each with the scopes that its sessions have.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  agentAuthScopes,
  agentKeyCreate,
  agentKeyList,
  agentKeyRevoke,
} from '../../../../sdk/client/operations.ts'
import type { AgentApiKey } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Once } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Checks, chosenOf, Form, Input } from '../../design/form.tsx'
import { Review } from '../../design/review.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const KeyRound = icon('key-round')

export function KeysCard({ did }: { readonly did: string }) {
  const read = useRead('agent-keys', agentKeyList, { did, per_page: 50 })
  const revoke = useWrite(agentKeyRevoke, ['agent-keys'])
  const [revoked, setRevoked] = useState<AgentApiKey>()
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  const close = (): void => {
    setOpen(false)
    setSecret(undefined)
  }
  return (
    <Card
      title="Keys"
      action={
        <Button look="plain" size="small" onClick={() => setOpen(true)}>
          Create a key
        </Button>
      }
      isFlush
    >
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={KeyRound} title="No key">
              With a key the agent signs in without signing a challenge.
            </Empty>
          ) : (
            <Table
              label="Keys of the agent"
              rows={data}
              keyOf={({ key_id }) => key_id}
              columns={columns(setRevoked)}
            />
          )
        }
      </Show>
      <Dialog
        title={secret === undefined ? 'Create a key' : 'The new key'}
        isOpen={isOpen}
        onClose={close}
      >
        {secret === undefined ? (
          <KeyForm did={did} onCreated={setSecret} />
        ) : (
          <Once name="the agent key" secret={secret} onDone={close} />
        )}
      </Dialog>
      <Review
        title="Revoke a key of the agent"
        of={revoked}
        facts={({ name, scopes, last_used_at }) => [
          ['Key', name],
          ['Scopes', scopes.join(', ')],
          ['Last used', <When key="used" at={last_used_at} />],
        ]}
        effect="The agent can no longer sign in with this key. It cannot be restored."
        submit="Revoke the key"
        done="The key is revoked."
        onConfirm={({ key_id }) => revoke.mutateAsync({ did, key_id })}
        onClose={() => setRevoked(undefined)}
      />
    </Card>
  )
}

const columns = (onRevoke: (key: AgentApiKey) => void): readonly Column<AgentApiKey>[] => [
  {
    name: 'Key',
    isSilent: true,
    show: ({ name, key_prefix }) => (
      <span>
        <span className="block font-medium">{name}</span>
        <span className="block font-mono text-sm text-soft">{key_prefix}…</span>
      </span>
    ),
  },
  {
    name: 'Scopes',
    show: ({ scopes }) => <span className="break-words">{scopes.join(', ')}</span>,
  },
  { name: 'Used', show: ({ last_used_at }) => <When at={last_used_at} /> },
  {
    name: 'Change',
    isRight: true,
    isSilent: true,
    show: (key) =>
      key.is_active ? (
        <Button look="danger" size="small" onClick={() => onRevoke(key)}>
          Revoke<span className="sr-only"> {key.name}</span>
        </Button>
      ) : (
        <Badge word="revoked" tone="bad" />
      ),
  },
]

function KeyForm({
  did,
  onCreated,
}: {
  readonly did: string
  readonly onCreated: (secret: string) => void
}) {
  const scopes = useRead('agent-scopes', agentAuthScopes, {})
  const create = useWrite(agentKeyCreate, ['agent-keys'])
  return (
    <Show read={scopes}>
      {({ data }) => (
        <Form
          submit="Create the key"
          onSubmit={async (values) => {
            const { data: made } = await create.mutateAsync({
              did,
              name: values.name ?? '',
              scopes: chosenOf(values, 'scopes'),
            })
            onCreated(made.api_key)
          }}
        >
          <Input label="Name" name="name" required maxLength={255} autoFocus />
          <Checks
            label="Scopes of its sessions"
            name="scopes"
            choices={Object.fromEntries(Object.keys(data.scopes).map((scope) => [scope, scope]))}
            chosen={data.default_scopes}
          />
        </Form>
      )}
    </Show>
  )
}
