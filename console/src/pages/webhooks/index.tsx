// The addresses to which the bank sends the viewer's events.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { webhookCreate, webhookEvents, webhookList } from '../../../../sdk/client/operations.ts'
import type { Webhook } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Once } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, Input, listOf, TextArea } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const Plus = icon('plus')
const WebhookIcon = icon('webhook')

export { Detail } from './detail.tsx'

export function Page() {
  const read = useRead('webhooks', webhookList, {})
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  const close = (): void => {
    setOpen(false)
    setSecret(undefined)
  }
  return (
    <>
      <PageHead
        title="Webhooks"
        reference="operations/webhook.create"
        hint="The bank sends your events to your server: signed, in order, at least once."
        action={
          <Button onClick={() => setOpen(true)}>
            <Plus aria-hidden />
            Add a webhook
          </Button>
        }
      />
      <Card isFlush>
        <Show read={read}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon={WebhookIcon} title="No webhook is set up">
                Add the address of your server and the events to send.
              </Empty>
            ) : (
              <Table label="Webhooks" rows={data} keyOf={({ id }) => id} columns={columns} />
            )
          }
        </Show>
      </Card>
      <Dialog
        title={secret === undefined ? 'Add a webhook' : 'The signing secret'}
        isOpen={isOpen}
        onClose={close}
      >
        {secret === undefined ? (
          <WebhookForm onCreated={setSecret} />
        ) : (
          <Once name="the webhook secret" secret={secret} onDone={close} />
        )}
      </Dialog>
    </>
  )
}

const columns: readonly Column<Webhook>[] = [
  {
    name: 'Webhook',
    isSilent: true,
    show: ({ id, url, name }) => (
      <span className="min-w-0">
        <Link
          to="/webhooks/$id"
          params={{ id }}
          className="font-medium break-all text-accent hover:underline"
        >
          {name ?? url}
        </Link>
        {name !== null && <span className="block text-sm break-all text-soft">{url}</span>}
      </span>
    ),
  },
  { name: 'Events', show: ({ events }) => <span className="break-all">{events.join(', ')}</span> },
  { name: 'Last delivered', show: ({ last_success_at }) => <When at={last_success_at} /> },
  { name: 'State', isRight: true, show: (webhook) => <WebhookBadge webhook={webhook} /> },
]

export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  const { is_active, consecutive_failures } = webhook
  if (!is_active) return <Badge word="switched off" tone="gold" />
  if (consecutive_failures > 0) return <Badge word={`${consecutive_failures} failed`} tone="bad" />
  return <Badge word="active" />
}

function WebhookForm({ onCreated }: { readonly onCreated: (secret: string) => void }) {
  const create = useWrite(webhookCreate, ['webhooks'])
  const names = useRead('webhook-events', webhookEvents, {})
  const groups = Object.keys(names.data?.data ?? {})
  return (
    <Form
      submit="Add the webhook"
      onSubmit={async ({ url = '', events = '', name = '' }) => {
        const { data } = await create.mutateAsync({
          url,
          events: listOf(events),
          ...(name !== '' && { name }),
        })
        onCreated(data.secret)
      }}
    >
      <Input
        label="Address"
        name="url"
        type="url"
        required
        autoFocus
        placeholder="https://example.com/florin"
        hint="The bank posts JSON there and expects an answer of 2xx."
      />
      <TextArea
        label="Events"
        name="events"
        rows={2}
        required
        defaultValue="*"
        hint={
          <>
            Names or patterns such as <code>transfer.*</code>; <code>*</code> means all.
            {groups.length > 0 && ` Groups: ${groups.join(', ')}.`}
          </>
        }
      />
      <Input label="Name" name="name" maxLength={255} placeholder="Shop" />
    </Form>
  )
}
