// One webhook: its deliveries, the answers of the server, and its actions.
import { useNavigate, useParams } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  webhookDelete,
  webhookDeliveries,
  webhookEvents,
  webhookGet,
  webhookReplay,
  webhookRotateSecret,
  webhookTest,
  webhookUpdate,
} from '../../../../sdk/client/operations.ts'
import type { WebhookDelivery, WebhookDetail } from '../../../../sdk/client/types.ts'
import { useRead, useRemoval, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Once } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form, Input, Select } from '../../design/form.tsx'
import { Menu } from '../../design/menu.tsx'
import { PageHead } from '../../design/page.tsx'
import { ReviewForm } from '../../design/review.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { toast } from '../../design/toast.tsx'
import { DeliveryDialog } from './delivery.tsx'
import { EditForm } from './edit.tsx'
import { WebhookBadge } from './index.tsx'
import { SuccessCard } from './success.tsx'

const Inbox = icon('inbox')
const Send = icon('send')

const CHANGES = ['webhooks', 'deliveries'] as const

export function Detail() {
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useRead('webhooks', webhookGet, { id })
  return <Show read={read}>{({ data }) => <Content webhook={data} />}</Show>
}

function Content({ webhook }: { readonly webhook: WebhookDetail }) {
  const { id, statistics } = webhook
  return (
    <>
      <PageHead
        title={webhook.name ?? 'Webhook'}
        hint={<span className="break-all">{webhook.url}</span>}
        action={<Actions webhook={webhook} />}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <SuccessCard id={id} />
          <Deliveries id={id} />
        </div>
        <Card title="Details">
          <Facts
            rows={[
              ['State', <WebhookBadge key="state" webhook={webhook} />],
              ...(webhook.disabled_reason === null
                ? []
                : ([['Why', webhook.disabled_reason]] as const)),
              [
                'Events',
                <span key="events" className="break-all">
                  {webhook.events.join(', ')}
                </span>,
              ],
              ['Delivered', statistics.successful_deliveries],
              ['Failed', statistics.failed_deliveries],
              ['Waiting', statistics.pending_deliveries],
              ['Last success', <When key="success" at={webhook.last_success_at} />],
              ['Tries', `${webhook.retry_attempts + 1} at most`],
              ['Answer within', `${webhook.timeout_seconds} s`],
            ]}
          />
        </Card>
      </div>
    </>
  )
}

type Action = 'edit' | 'replay' | 'secret' | 'delete'

function Actions({ webhook }: { readonly webhook: WebhookDetail }) {
  const { id, is_active } = webhook
  const test = useWrite(webhookTest, CHANGES)
  const update = useWrite(webhookUpdate, CHANGES)
  const [action, setAction] = useState<Action>()
  const close = (): void => setAction(undefined)
  return (
    <>
      <Button isWaiting={test.isPending} onClick={() => test.mutate({ id })}>
        <Send aria-hidden />
        Send a test
      </Button>
      <Menu
        trigger={<Button look="plain">More actions</Button>}
        items={[
          { word: 'Edit', onChoose: () => setAction('edit') },
          { word: 'Replay events', onChoose: () => setAction('replay') },
          { word: 'Rotate the secret', onChoose: () => setAction('secret') },
          {
            word: is_active ? 'Switch off' : 'Switch on',
            onChoose: () =>
              update.mutate(
                { id, is_active: !is_active },
                {
                  onSuccess: () =>
                    toast(
                      is_active ? 'The webhook is switched off.' : 'The webhook is switched on.',
                    ),
                },
              ),
          },
          { word: 'Delete', isDangerous: true, onChoose: () => setAction('delete') },
        ]}
      />
      {(test.error ?? update.error) && <Problem error={test.error ?? update.error} />}
      <Dialog title="Edit the webhook" isOpen={action === 'edit'} onClose={close}>
        <EditForm webhook={webhook} onDone={close} />
      </Dialog>
      <Dialog title="Replay events" isOpen={action === 'replay'} onClose={close}>
        <ReplayForm id={id} onDone={close} />
      </Dialog>
      <Dialog title="Rotate the secret" isOpen={action === 'secret'} onClose={close}>
        <SecretForm id={id} onDone={close} />
      </Dialog>
      <Dialog title="Delete the webhook" isOpen={action === 'delete'} onClose={close}>
        <DeleteForm webhook={webhook} onClose={close} />
      </Dialog>
    </>
  )
}

interface FormProps {
  readonly id: string
  readonly onDone: () => void
}

function ReplayForm({ id, onDone }: FormProps) {
  const replay = useWrite(webhookReplay, CHANGES)
  const [message, setMessage] = useState<string>()
  if (message !== undefined)
    return (
      <div className="grid gap-4">
        <p role="status">{message}</p>
        <Button onClick={onDone}>Done</Button>
      </div>
    )
  return (
    <Form
      submit="Replay"
      onSubmit={async ({ from_event_id = '', from_time = '' }) => {
        if (from_event_id === '' && from_time === '')
          throw new Error('Enter a time or an event to start from.')
        const { data } = await replay.mutateAsync({
          id,
          ...(from_event_id === ''
            ? { from_time: new Date(from_time).toISOString() }
            : { from_event_id }),
        })
        setMessage(data.message)
      }}
    >
      <p className="text-soft">
        All events are sent again in order, beginning with an event or a moment. Your server
        recognizes repeated ones by their id.
      </p>
      <Input
        label="From this moment, in your time zone"
        name="from_time"
        type="datetime-local"
        defaultValue={localMoment(new Date(Date.now() - 3_600_000))}
      />
      <Input label="Or from this event" name="from_event_id" placeholder="evt_0000000000012c08" />
    </Form>
  )
}

/** In the format of a datetime field, in the viewer's time zone. */
function localMoment(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

function SecretForm({ id, onDone }: FormProps) {
  const rotate = useWrite(webhookRotateSecret, CHANGES)
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined)
    return <Once name="the webhook secret" secret={secret} onDone={onDone} />
  return (
    <Form
      submit="Make a new secret"
      onSubmit={async ({ overlap = '' }) => {
        const { data } = await rotate.mutateAsync({ id, overlap_seconds: Number(overlap) })
        setSecret(data.secret)
      }}
    >
      <Select
        label="The old one also signs"
        name="overlap"
        defaultValue="86400"
        hint="So that your server can switch without rejecting any event."
      >
        <option value="0">no longer</option>
        <option value="3600">for an hour</option>
        <option value="86400">for a day</option>
      </Select>
    </Form>
  )
}

function DeleteForm({
  webhook: { id, name, url, last_success_at },
  onClose,
}: {
  readonly webhook: WebhookDetail
  readonly onClose: () => void
}) {
  const navigate = useNavigate()
  const remove = useRemoval(webhookDelete, ['webhooks'], () => navigate({ to: '/webhooks' }))
  return (
    <ReviewForm
      facts={[
        ['Webhook', name ?? 'Without a name'],
        ['Address', url],
        ['Last delivered', <When key="delivered" at={last_success_at} />],
      ]}
      effect="Events are no longer sent to it, and its deliveries are deleted."
      submit="Delete"
      done="The webhook is deleted."
      onConfirm={() => remove.mutateAsync({ id })}
      onClose={onClose}
    />
  )
}

function Deliveries({ id }: { readonly id: string }) {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<string>()
  const [filter, setFilter] = useState<DeliveryFilter>({ status: '', event_type: '' })
  const isFiltered = filter.status !== '' || filter.event_type !== ''
  const read = useRead(
    'deliveries',
    webhookDeliveries,
    { id, page, per_page: 20, ...toWanted(filter) },
    (answer) => answer?.data.some(({ status }) => status === 'pending') === true && 1_000,
  )
  return (
    <Card
      title="Deliveries"
      action={
        <Button look="plain" size="small" onClick={() => void read.refetch()}>
          Refresh
        </Button>
      }
      isFlush
    >
      <DeliveryFilters
        filter={filter}
        onChange={(changed) => {
          setPage(1)
          setFilter(changed)
        }}
      />
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={Inbox} title={isFiltered ? 'No such deliveries' : 'Nothing was sent yet'}>
              {isFiltered
                ? 'Choose another state or another event.'
                : 'Send a test, or trigger one of its events.'}
            </Empty>
          ) : (
            <>
              <Table
                label="Deliveries"
                rows={data}
                keyOf={({ uuid }) => uuid}
                columns={columns(({ uuid }) => setShown(uuid))}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
      <DeliveryDialog webhook={id} delivery={shown} onClose={() => setShown(undefined)} />
    </Card>
  )
}

interface DeliveryFilter {
  readonly status: '' | WebhookDelivery['status']
  readonly event_type: string
}

const toWanted = ({ status, event_type }: DeliveryFilter) => ({
  ...(status !== '' && { status }),
  ...(event_type !== '' && { event_type }),
})

const STATES = ['delivered', 'failed', 'pending'] as const

function DeliveryFilters({
  filter,
  onChange,
}: {
  readonly filter: DeliveryFilter
  readonly onChange: (filter: DeliveryFilter) => void
}) {
  const names = useRead('webhook-events', webhookEvents, {})
  const types = Object.values(names.data?.data ?? {})
    .flat()
    .toSorted()
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 gap-3 px-5 pb-4"
    >
      <Select
        label="State"
        name="status"
        value={filter.status}
        onChange={({ target }) =>
          onChange({ ...filter, status: STATES.find((one) => one === target.value) ?? '' })
        }
      >
        <option value="">All</option>
        <option value="delivered">Delivered</option>
        <option value="failed">Failed</option>
        <option value="pending">Waiting</option>
      </Select>
      <Select
        label="Event"
        name="event_type"
        value={filter.event_type}
        onChange={({ target }) => onChange({ ...filter, event_type: target.value })}
      >
        <option value="">All</option>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
    </form>
  )
}

const columns = (
  onShow: (delivery: WebhookDelivery) => void,
): readonly Column<WebhookDelivery>[] => [
  {
    name: 'Event',
    isSilent: true,
    show: (delivery) => (
      <button
        type="button"
        onClick={() => onShow(delivery)}
        className="text-left font-medium text-accent hover:underline"
      >
        {delivery.event_type}
        <span className="sr-only">
          : request and response of {delivery.event_id},{' '}
          {new Date(delivery.created_at).toLocaleTimeString()}
        </span>
      </button>
    ),
  },
  { name: 'When', show: ({ created_at }) => <When at={created_at} /> },
  {
    name: 'Answer',
    show: ({ response_status, error_message, duration_ms }) => (
      <span className="figures text-right sm:text-left">
        {response_status ?? (error_message === null ? 'none yet' : 'no answer')}
        {duration_ms !== null && <span className="text-sm text-soft"> in {duration_ms} ms</span>}
      </span>
    ),
  },
  {
    name: 'State',
    isRight: true,
    show: ({ status }) => <Badge word={status} />,
  },
]
