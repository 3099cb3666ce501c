// Amounts side by side, such as months. Each bar is a choice: the arrow keys go from one to the next, and its name says
// its amount.
import { ToggleGroup } from 'radix-ui'
import { classes } from './classes.ts'
import { ReadingsTable } from './readings.tsx'

export interface Bar {
  readonly key: string
  /** Below the bar. */
  readonly short: string
  readonly name: string
  /** Only for the height; `amount` is the exact text. */
  readonly value: number
  readonly amount: string
}

interface BarsProps {
  readonly label: string
  /** What a bar stands for, and what its height is. */
  readonly columns: readonly [name: string, value: string]
  readonly bars: readonly Bar[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

/** A value that is not zero stays visible. */
const heightOf = (value: number, most: number): string =>
  value <= 0 || most <= 0 ? '0' : `${Math.max((value / most) * 100, 1.5)}%`

export function Bars({ label, columns, bars, chosen, onChoose }: BarsProps) {
  const most = Math.max(0, ...bars.map(({ value }) => value))
  return (
    <div>
      <ToggleGroup.Root
        type="single"
        aria-label={label}
        value={chosen}
        onValueChange={(key) => key !== '' && onChoose(key)}
        className="flex h-48 items-stretch gap-1 sm:gap-2"
      >
        {bars.map(({ key, short, name, value, amount }) => (
          <ToggleGroup.Item
            key={key}
            value={key}
            title={`${name}: ${amount}`}
            aria-label={`${name}: ${amount}`}
            className="group flex min-w-0 flex-1 flex-col gap-1.5 rounded-lg pt-2 hover:bg-sunk/60"
          >
            <span className="flex w-full flex-1 flex-col justify-end border-b border-line px-[12%]">
              <span
                className={classes(
                  'w-full rounded-t',
                  key === chosen ? 'bg-accent' : 'bg-accent/30 group-hover:bg-accent/50',
                )}
                style={{ height: heightOf(value, most) }}
              />
            </span>
            <span
              className={classes(
                'w-full text-center text-xs whitespace-nowrap max-sm:text-[0.625rem]',
                key === chosen ? 'font-semibold text-ink' : 'text-soft',
              )}
            >
              {short}
            </span>
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <ReadingsTable
        label={label}
        columns={columns}
        readings={bars.map(({ name, amount }) => ({ at: name, values: [amount] }))}
      />
    </div>
  )
}
