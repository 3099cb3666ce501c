// A choice of a few, all of them visible.
import { ToggleGroup } from 'radix-ui'

interface SegmentsProps<Choice extends string> {
  readonly label: string
  readonly choices: Readonly<Record<Choice, string>>
  readonly chosen: Choice
  readonly onChoose: (choice: Choice) => void
}

export function Segments<Choice extends string>(props: SegmentsProps<Choice>) {
  const { label, choices, chosen, onChoose } = props
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={chosen}
      onValueChange={(value) => value !== '' && onChoose(value as Choice)}
      className="inline-flex max-w-full flex-wrap rounded-lg bg-sunk p-0.5"
    >
      {Object.entries<string>(choices).map(([value, word]) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          className="rounded-md px-3 py-1 text-sm font-medium text-soft hover:text-ink data-[state=on]:bg-card data-[state=on]:text-ink data-[state=on]:shadow-sm"
        >
          {word}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
