// The rate limits of all callers, and the form that sets them.
import { useState } from 'react'
import { rateLimitsGet, rateLimitsSet } from '../../../../sdk/client/operations.ts'
import type { RateLimits } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { toast } from '../../design/toast.tsx'

const names = {
  per_minute: 'Calls a minute',
  per_hour: 'Calls an hour',
  graphql_user: 'GraphQL a minute',
  graphql_guest: 'GraphQL, guests',
} as const
const keys = Object.keys(names) as (keyof typeof names)[]

const inWords = (limit: number): string => (limit === 0 ? 'no limit' : limit.toLocaleString())

export function LimitsCard() {
  const read = useRead('rate-limits', rateLimitsGet, {})
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Rate limits"
      hint="Per API key or user."
      action={
        <Button look="plain" size="small" onClick={() => setOpen(true)}>
          Set
        </Button>
      }
    >
      <Show read={read}>
        {({ data }) => (
          <>
            <Facts
              rows={[
                ...keys.map((key) => [names[key], inWords(data[key])] as const),
                ...(data.reason === null
                  ? []
                  : ([
                      ['Set', <When key="set" at={data.set_at} />],
                      ['Why', data.reason],
                    ] as const)),
              ]}
            />
            <Dialog title="Set the rate limits" isOpen={isOpen} onClose={() => setOpen(false)}>
              <LimitsForm limits={data} onDone={() => setOpen(false)} />
            </Dialog>
          </>
        )}
      </Show>
    </Card>
  )
}

function LimitsForm({
  limits,
  onDone,
}: {
  readonly limits: RateLimits
  readonly onDone: () => void
}) {
  const change = useWrite(rateLimitsSet, ['rate-limits', 'audit'])
  return (
    <Form
      submit="Set the limits"
      onSubmit={async ({ reason = '', ...values }) => {
        const given = keys.filter((key) => values[key] !== undefined && values[key] !== '')
        await change.mutateAsync({
          ...Object.fromEntries(given.map((key) => [key, Number(values[key])])),
          reason,
        })
        toast('The limits are set.')
        onDone()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {keys.map((key) => (
          <Input
            key={key}
            label={names[key]}
            name={key}
            type="number"
            min={0}
            max={1_000_000}
            step={1}
            defaultValue={limits[key] === limits.configured[key] ? '' : limits[key]}
            placeholder={String(limits.configured[key])}
          />
        ))}
      </div>
      <p className="text-sm text-soft">
        0 turns a limit off. An empty field keeps the configured value.
      </p>
      <Input label="Reason" name="reason" required minLength={3} maxLength={300} />
    </Form>
  )
}
