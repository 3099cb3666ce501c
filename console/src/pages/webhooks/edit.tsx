// Changes a webhook: where its events go, which they are, and how they are sent. Only what was changed is sent, because
// a new address or new events tie the webhook to the viewer's sign-in.
import { webhookUpdate } from '../../../../sdk/client/operations.ts'
import type { WebhookDetail } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Form, Input, listOf, TextArea, type Values } from '../../design/form.tsx'
import { toast } from '../../design/toast.tsx'

type Changes = Omit<Parameters<typeof webhookUpdate>[1], 'id'>

export function EditForm({
  webhook,
  onDone,
}: {
  readonly webhook: WebhookDetail
  readonly onDone: () => void
}) {
  const { id, name, url, events, retry_attempts, timeout_seconds } = webhook
  const update = useWrite(webhookUpdate, ['webhooks', 'deliveries'])
  return (
    <Form
      submit="Save"
      onSubmit={async (values) => {
        const changes = findChanges(webhook, values)
        if (Object.keys(changes).length > 0) {
          await update.mutateAsync({ id, ...changes })
          toast('The webhook is changed.')
        }
        onDone()
      }}
    >
      <Input label="Address" name="url" type="url" required defaultValue={url} />
      <TextArea
        label="Events"
        name="events"
        rows={2}
        required
        defaultValue={events.join(', ')}
        hint={
          <>
            Names or patterns such as <code>transfer.*</code>; <code>*</code> means all.
          </>
        }
      />
      <Input label="Name" name="name" maxLength={100} defaultValue={name ?? ''} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          label="Tries after a failure"
          name="retry_attempts"
          type="number"
          min={0}
          max={10}
          required
          defaultValue={retry_attempts}
        />
        <Input
          label="Seconds to answer"
          name="timeout_seconds"
          type="number"
          min={5}
          max={300}
          required
          defaultValue={timeout_seconds}
        />
      </div>
    </Form>
  )
}

function findChanges(before: WebhookDetail, values: Values): Changes {
  const { url = '', name = '', retry_attempts, timeout_seconds } = values
  const events = listOf(values.events)
  return {
    ...(url !== before.url && { url }),
    ...(events.join() !== before.events.join() && { events }),
    ...(name !== '' && name !== before.name && { name }),
    ...(Number(retry_attempts) !== before.retry_attempts && {
      retry_attempts: Number(retry_attempts),
    }),
    ...(Number(timeout_seconds) !== before.timeout_seconds && {
      timeout_seconds: Number(timeout_seconds),
    }),
  }
}
