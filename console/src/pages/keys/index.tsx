// The keys by which the viewer's own programs call the bank. A key is shown once, when it is made.
import { icon } from '../../design/icons.tsx'
import { useEffect, useState } from 'react'
import {
  apiKeyCreate,
  apiKeyList,
  apiKeyRegenerate,
  apiKeyRevoke,
} from '../../../../sdk/client/operations.ts'
import type { ApiKey, ApiKeyCreateRequest } from '../../../../sdk/client/types.ts'
import { useAsked } from '../../asked.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Once } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Checks, chosenOf, Form, Input, listOf, Select, TextArea } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Review } from '../../design/review.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const KeyRound = icon('key-round')
const Plus = icon('plus')

type Step = { readonly is: 'form' } | { readonly is: 'secret'; readonly secret: string }

export function Page() {
  const [page, setPage] = useState(1)
  // The first steps link here with the permission that their calls need.
  const [create, forget] = useAsked('create')
  const [step, setStep] = useState<Step>()
  useEffect(() => {
    if (create !== undefined) setStep({ is: 'form' })
  }, [create])
  const close = (): void => {
    setStep(undefined)
    forget()
  }
  const [replaced, setReplaced] = useState<ApiKey>()
  const [revoked, setRevoked] = useState<ApiKey>()
  const read = useRead('api-keys', apiKeyList, { page, per_page: 20 })
  const revoke = useWrite(apiKeyRevoke, ['api-keys'])
  const regenerate = useWrite(apiKeyRegenerate, ['api-keys'])
  const add = (
    <Button onClick={() => setStep({ is: 'form' })}>
      <Plus aria-hidden />
      Create a key
    </Button>
  )
  return (
    <>
      <PageHead
        title="API keys"
        reference="operations/api_key.create"
        hint="Your programs call the bank with them, and may do what you allow."
        action={add}
      />
      <Card isFlush>
        <Show read={read}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <Empty icon={KeyRound} title="You have no key yet">
                Create one, copy it, and send it as <code>Authorization: Bearer</code> with every
                call.
              </Empty>
            ) : (
              <>
                <Table
                  label="API keys"
                  rows={data}
                  keyOf={({ uuid }) => uuid}
                  columns={columns(setReplaced, setRevoked)}
                />
                <Pager meta={meta} onPage={setPage} />
              </>
            )
          }
        </Show>
      </Card>
      <Dialog
        title={step?.is === 'secret' ? 'Your new key' : 'Create a key'}
        isOpen={step !== undefined}
        onClose={close}
      >
        {step?.is === 'form' && (
          <KeyForm
            chosen={create === 'write' ? ['read', 'write'] : ['read']}
            onCreated={(secret) => setStep({ is: 'secret', secret })}
          />
        )}
        {step?.is === 'secret' && <Once name="the API key" secret={step.secret} onDone={close} />}
      </Dialog>
      <Dialog
        title="Replace a key"
        isOpen={replaced !== undefined}
        onClose={() => setReplaced(undefined)}
      >
        {replaced && (
          <Form
            submit="Replace the key"
            look="danger"
            onSubmit={async () => {
              const { data } = await regenerate.mutateAsync({ id: replaced.uuid })
              setReplaced(undefined)
              setStep({ is: 'secret', secret: data.api_key })
            }}
          >
            <p className="wrap-anywhere text-soft">
              The present key of {replaced.name} stops working at once. The new one has the same
              permissions, addresses and expiry.
            </p>
          </Form>
        )}
      </Dialog>
      <Review
        title="Revoke a key"
        of={revoked}
        facts={({ name, key_prefix, request_count, last_used_at }) => [
          ['Key', name],
          ['Begins with', <code key="prefix">{key_prefix}…</code>],
          ['Calls', request_count],
          ['Last used', <When key="used" at={last_used_at} />],
        ]}
        effect="Programs that use this key are refused at once. It cannot be restored."
        submit="Revoke the key"
        done="The key is revoked."
        onConfirm={({ uuid }) => revoke.mutateAsync({ id: uuid })}
        onClose={() => setRevoked(undefined)}
      />
    </>
  )
}

const columns = (
  onReplace: (key: ApiKey) => void,
  onRevoke: (key: ApiKey) => void,
): readonly Column<ApiKey>[] => [
  {
    name: 'Key',
    isSilent: true,
    show: ({ name, key_prefix, environment, description }) => (
      <span className="min-w-0">
        <span className="font-medium wrap-anywhere">{name}</span>{' '}
        {environment === 'sandbox' && <Badge word="sandbox" tone="gold" />}
        <span className="block font-mono text-sm text-soft">{key_prefix}…</span>
        {description !== null && (
          <span className="block text-sm wrap-anywhere text-soft">{description}</span>
        )}
      </span>
    ),
  },
  {
    name: 'Permissions',
    show: ({ permissions, allowed_ips }) => (
      <span className="text-right sm:text-left">
        {permissions.includes('*') ? 'all' : permissions.join(', ')}
        <span className="block text-sm text-soft">
          {allowed_ips === null || allowed_ips.length === 0
            ? 'from any address'
            : `from ${allowed_ips.join(', ')}`}
        </span>
      </span>
    ),
  },
  {
    name: 'Used',
    show: ({ last_used_at, request_count }) => (
      <span className="text-right sm:text-left">
        <When at={last_used_at} />
        {request_count > 0 && (
          <span className="figures block text-sm text-soft">{request_count} calls</span>
        )}
      </span>
    ),
  },
  { name: 'Expires', show: ({ expires_at }) => <When at={expires_at} isDay /> },
  {
    name: 'Change',
    isRight: true,
    isSilent: true,
    show: (key) =>
      key.is_active ? (
        <span className="inline-flex gap-2">
          <Button look="plain" size="small" onClick={() => onReplace(key)}>
            Replace<span className="sr-only"> {key.name}</span>
          </Button>
          <Button look="danger" size="small" onClick={() => onRevoke(key)}>
            Revoke<span className="sr-only"> {key.name}</span>
          </Button>
        </span>
      ) : (
        <Badge word="revoked" tone="bad" />
      ),
  },
]

const PERMISSIONS = {
  read: 'Read',
  write: 'Write: move money, change things',
  delete: 'Delete',
} as const
const LIFETIMES = { never: 'never', 30: 'in 30 days', 90: 'in 90 days', 365: 'in a year' } as const
const DAY_MS = 86_400_000

type Permission = NonNullable<ApiKeyCreateRequest['permissions']>[number]

interface KeyFormProps {
  /** The permissions that are ticked at first. */
  readonly chosen: readonly Permission[]
  readonly onCreated: (secret: string) => void
}

function KeyForm({ chosen, onCreated }: KeyFormProps) {
  const create = useWrite(apiKeyCreate, ['api-keys'])
  return (
    <Form
      submit="Create the key"
      onSubmit={async (values) => {
        const { name = '', description = '', lifetime = 'never', allowed_ips } = values
        const ips = listOf(allowed_ips)
        const { data } = await create.mutateAsync({
          name,
          permissions: chosenOf(values, 'permissions') as Permission[],
          ...(description !== '' && { description }),
          ...(ips.length > 0 && { allowed_ips: ips }),
          ...(lifetime !== 'never' && {
            expires_at: new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString(),
          }),
        })
        onCreated(data.api_key)
      }}
    >
      <Input
        label="Name"
        name="name"
        required
        maxLength={255}
        autoFocus
        placeholder="Bookkeeping"
      />
      <Checks label="The key may" name="permissions" choices={PERMISSIONS} chosen={chosen} />
      <TextArea
        label="Only from these addresses"
        name="allowed_ips"
        rows={2}
        placeholder="203.0.113.7, 198.51.100.0/24"
        hint="One per line or with commas. Empty means any address."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Expires" name="lifetime" defaultValue="90">
          {Object.entries(LIFETIMES).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
        <Input label="Note" name="description" maxLength={500} />
      </div>
    </Form>
  )
}
