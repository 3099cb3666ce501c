// What one GCU consists of, now and over the last three months: votes change the weights, and so do prices.
import { useMemo } from 'react'
import { basketHistory, gcuComposition } from '../../../../sdk/client/operations.ts'
import type { BasketHistory } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { LayersChart } from '../../design/layers.tsx'
import { Money } from '../../design/money.tsx'
import { Shares } from '../../design/shares.tsx'
import { Show } from '../../design/state.tsx'

const DAYS = 90

export function CompositionCard() {
  const now = useRead('gcu', gcuComposition, {})
  const history = useRead('gcu', basketHistory, { code: 'GCU', days: DAYS, interval: 'daily' })
  return (
    <Card title="What one GCU consists of">
      <Show read={now}>
        {({ data }) => (
          <Shares
            label="Composition"
            shares={data.composition.map((part) => ({
              name: part.asset_code,
              about: part.asset_name,
              share: part.percentage_of_basket / 100,
              value: (
                <span className="max-sm:hidden">
                  <Money
                    amount={part.value_contribution_usd.toFixed(4)}
                    isExact
                    code="USD"
                    className="text-soft"
                  />
                </span>
              ),
            }))}
          />
        )}
      </Show>
      <h3 className="mt-6 mb-2 text-sm font-medium text-soft">Weights over {DAYS} days</h3>
      <Show read={history}>{({ data }) => <Weights history={data} />}</Show>
    </Card>
  )
}

function Weights({ history: { values } }: { readonly history: BasketHistory }) {
  const { names, points } = useMemo(() => toLayers(values), [values])
  return <LayersChart label={`Weights over ${DAYS} days`} names={names} points={points} />
}

/** The names are those of the newest value, and its largest part comes first. */
function toLayers(values: BasketHistory['values']) {
  const points = values.map(({ calculated_at, components }) => {
    const worth = components.map((part) => Number(part.units) * Number(part.price_usd))
    const whole = worth.reduce((sum, one) => sum + one, 0)
    const shares = components.map(
      ({ asset_code }, index) => [asset_code, worth[index]! / whole] as const,
    )
    return { at: calculated_at, shares: new Map(shares) }
  })
  const newest = [...(points.at(-1)?.shares ?? [])].toSorted(([, a], [, b]) => b - a)
  const names = newest.map(([name]) => name)
  return {
    names,
    points: points.map(({ at, shares }) => ({
      at,
      shares: names.map((name) => shares.get(name) ?? 0),
    })),
  }
}
