// What an operator switches while the bank runs: parts of the bank, and the rate limits of all callers.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { featureList, featureSwitch } from '../../../../sdk/client/operations.ts'
import type { Feature } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Input } from '../../design/form.tsx'
import { icon } from '../../design/icons.tsx'
import { PageHead } from '../../design/page.tsx'
import { Review } from '../../design/review.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { refreshAfter } from '../../live.ts'
import { type Choice, group, nameOf } from './groups.ts'
import { LimitsCard } from './limits.tsx'

const SearchX = icon('search-x')

refreshAfter('feature', ['features'])

const choices = { all: 'All', off: 'Switched off' } as const

export function Page() {
  const read = useRead('features', featureList, {})
  const [changed, setChanged] = useState<Feature>()
  return (
    <>
      <PageHead
        title="Switches"
        hint="They take effect at once, at every node. Customers can still read what is switched off; operators can still change it."
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Show read={read}>{({ data }) => <Parts features={data} onChange={setChanged} />}</Show>
        <LimitsCard />
      </div>
      <SwitchReview feature={changed} onClose={() => setChanged(undefined)} />
    </>
  )
}

function Parts({
  features,
  onChange,
}: {
  readonly features: readonly Feature[]
  readonly onChange: (feature: Feature) => void
}) {
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<Choice>('all')
  const off = features.filter(({ on }) => !on).length
  const groups = group(features, { text, choice })
  return (
    <div className="grid min-w-0 gap-5">
      <Card
        title={
          <Segments
            label="Which parts"
            choices={{ ...choices, off: `${choices.off} (${off})` }}
            chosen={choice}
            onChoose={setChoice}
          />
        }
        action={
          <div className="w-full sm:w-64">
            <Input
              label="Search"
              name="search"
              type="search"
              autoComplete="off"
              placeholder="exchange, cards, …"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        }
      />
      {groups.length === 0 && (
        <Card>
          <Empty
            icon={SearchX}
            title={off === 0 && choice === 'off' ? 'All parts are on' : 'No such part'}
          >
            {choice === 'off' ? 'Choose “All” to see every part.' : 'Try another word.'}
          </Empty>
        </Card>
      )}
      {groups.map(([name, rows]) => (
        <Card key={name} title={name} isFlush>
          <Table
            label={name}
            rows={rows}
            keyOf={({ feature }) => feature}
            columns={columns(onChange)}
          />
        </Card>
      ))}
    </div>
  )
}

const columns = (onChange: (feature: Feature) => void): readonly Column<Feature>[] => [
  {
    name: 'Part',
    isSilent: true,
    show: (feature) => (
      <span className="min-w-0">
        <span className="block font-medium">{nameOf(feature)}</span>
        <span className="block text-sm text-soft">{feature.summary}</span>
        {feature.reason !== null && <span className="block text-sm">{feature.reason}</span>}
        <LastChange feature={feature} />
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
        <span className="sr-only"> {feature.feature.replaceAll('-', ' ')}</span>
      </Button>
    ),
  },
]

/** Who switched it last, with the entry of the audit log. */
function LastChange({ feature: { on, changed } }: { readonly feature: Feature }) {
  if (changed === null) return null
  return (
    <span className="block text-sm text-soft">
      Switched {on ? 'on' : 'off'} by {changed.by_name ?? 'a former operator'},{' '}
      {changed.audit_id === null ? (
        <When at={changed.at} />
      ) : (
        <Link
          to="/audit/$id"
          params={{ id: changed.audit_id }}
          className="text-accent hover:underline"
        >
          <When at={changed.at} />
        </Link>
      )}
    </span>
  )
}

const word = (on: boolean): string => (on ? 'on' : 'off')

/** A change is seen before it is made: what follows, and for whom. */
function SwitchReview({
  feature,
  onClose,
}: {
  readonly feature: Feature | undefined
  readonly onClose: () => void
}) {
  const change = useWrite(featureSwitch, ['features', 'audit'])
  const isOn = feature?.on === true
  const name = feature === undefined ? '' : nameOf(feature)
  return (
    <Review
      title={`Switch ${name} ${word(!isOn)}`}
      of={feature}
      facts={(one) => [
        ['Part', nameOf(one)],
        ['Now', <Badge key="now" word={word(one.on)} tone={one.on ? 'good' : 'bad'} />],
        ['Then', <Badge key="then" word={word(!one.on)} tone={one.on ? 'bad' : 'good'} />],
      ]}
      effect={
        isOn
          ? 'Changes by customers are rejected with your reason, at every node, until an operator switches it on. They can still read, and operators can still change.'
          : 'Customers can change things there again at once.'
      }
      submit={isOn ? 'Switch off' : 'Switch on'}
      look={isOn ? 'danger' : 'main'}
      done={`${name} is ${word(!isOn)}.`}
      onConfirm={(one, { reason = '' }) =>
        change.mutateAsync({ feature: one.feature, on: !one.on, reason })
      }
      onClose={onClose}
    >
      <Input
        label="Reason"
        name="reason"
        required
        minLength={3}
        maxLength={300}
        hint={isOn ? 'Shown to customers whose calls are rejected.' : 'For the audit log.'}
        autoFocus
      />
    </Review>
  )
}
