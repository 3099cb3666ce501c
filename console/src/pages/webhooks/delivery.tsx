// One delivery: the request as it was sent, the response as it came back, and sending it again.
import { webhookDelivery, webhookRedeliver } from '../../../../sdk/client/operations.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Code, toJson } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Problem, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

export function DeliveryDialog({
  webhook,
  delivery,
  onClose,
}: {
  readonly webhook: string
  readonly delivery: string | undefined
  readonly onClose: () => void
}) {
  return (
    <Dialog title="Delivery" isOpen={delivery !== undefined} onClose={onClose}>
      {delivery !== undefined && <Content id={webhook} delivery_id={delivery} onDone={onClose} />}
    </Dialog>
  )
}

function Content({
  id,
  delivery_id,
  onDone,
}: {
  readonly id: string
  readonly delivery_id: string
  readonly onDone: () => void
}) {
  const read = useRead('deliveries', webhookDelivery, { id, delivery_id })
  const again = useWrite(webhookRedeliver, ['webhooks', 'deliveries'])
  return (
    <Show read={read}>
      {({ data }) => (
        <div className="grid min-w-0 gap-4">
          <Facts
            rows={[
              ['State', <Badge key="state" word={data.status} />],
              ['Attempt', data.attempt_number],
              ['Created', <When key="created" at={data.created_at} />],
              ...(data.next_retry_at === null
                ? []
                : ([['Next try', <When key="next" at={data.next_retry_at} />]] as const)),
              ...(data.error_message === null ? [] : ([['Error', data.error_message]] as const)),
            ]}
          />
          <section className="grid min-w-0 gap-2">
            <h3 className="text-sm font-medium">Request</h3>
            <Code label="Request" text={toJson(data.payload)} />
          </section>
          <section className="grid min-w-0 gap-2">
            <h3 className="text-sm font-medium">
              Response{data.response_status !== null && `: ${data.response_status}`}
            </h3>
            {data.response_status === null ? (
              <p className="text-soft">The server has not answered.</p>
            ) : (
              <Code
                label="Response"
                text={`${headersOf(data.response_headers)}\n\n${data.response_body ?? ''}`.trim()}
              />
            )}
          </section>
          {again.error && <Problem error={again.error} />}
          <Button
            isWaiting={again.isPending}
            onClick={() => again.mutate({ id, delivery_id }, { onSuccess: onDone })}
          >
            Send it again
          </Button>
        </div>
      )}
    </Show>
  )
}

const headersOf = (headers: Readonly<Record<string, string>> | null): string =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
