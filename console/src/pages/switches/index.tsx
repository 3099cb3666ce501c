// What an operator switches while the bank runs: parts of the bank, and the rate limits of all callers.
import { useState } from 'react'
import { featureList, featureSwitch } from '../../../../sdk/client/operations.ts'
import type { Feature } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, Input } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { LimitsCard } from './limits.tsx'

export function Page() {
  const read = useRead('features', featureList, {})
  const [changed, setChanged] = useState<Feature>()
  const close = (): void => setChanged(undefined)
  return (
    <>
      <PageHead
        title="Switches"
        hint="They take effect at once, at every node. Customers can still read what is switched off; operators can still change it."
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card title="Parts of the bank" isFlush>
          <Show read={read}>
            {({ data }) => (
              <Table
                label="Parts of the bank"
                rows={data}
                keyOf={({ feature }) => feature}
                columns={columns(setChanged)}
              />
            )}
          </Show>
        </Card>
        <LimitsCard />
      </div>
      <Dialog
        title={`Switch ${nameOf(changed?.feature ?? '')} ${changed?.on === true ? 'off' : 'on'}`}
        isOpen={changed !== undefined}
        onClose={close}
      >
        {changed && <SwitchForm feature={changed} onDone={close} />}
      </Dialog>
    </>
  )
}

const nameOf = (feature: string): string => feature.replaceAll('-', ' ')

const columns = (onChange: (feature: Feature) => void): readonly Column<Feature>[] => [
  {
    name: 'Part',
    isSilent: true,
    show: ({ feature, summary, reason, switched_at }) => (
      <span className="min-w-0">
        <span className="block font-medium first-letter:uppercase">{nameOf(feature)}</span>
        <span className="block text-sm text-soft">{summary}</span>
        {reason !== null && (
          <span className="block text-sm">
            Off since <When at={switched_at} />: {reason}
          </span>
        )}
      </span>
    ),
  },
  {
    name: 'State',
    show: ({ on }) => <Badge word={on ? 'on' : 'off'} tone={on ? 'good' : 'bad'} />,
  },
  {
    name: 'Change',
    isRight: true,
    isSilent: true,
    show: (feature) => (
      <Button look="plain" size="small" onClick={() => onChange(feature)}>
        Switch {feature.on ? 'off' : 'on'}
        <span className="sr-only"> {nameOf(feature.feature)}</span>
      </Button>
    ),
  },
]

function SwitchForm({
  feature: { feature, on },
  onDone,
}: {
  readonly feature: Feature
  readonly onDone: () => void
}) {
  const change = useWrite(featureSwitch, ['features', 'audit'])
  return (
    <Form
      submit={on ? 'Switch off' : 'Switch on'}
      look={on ? 'danger' : 'main'}
      onSubmit={async ({ reason = '' }) => {
        await change.mutateAsync({ feature, on: !on, reason })
        onDone()
      }}
    >
      <Input
        label="Reason"
        name="reason"
        required
        minLength={3}
        maxLength={300}
        hint={on ? 'Shown to customers whose calls are rejected.' : 'For the audit log.'}
        autoFocus
      />
    </Form>
  )
}
