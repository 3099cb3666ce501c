// A choice of a few, all of them visible. They are the browser's own radio buttons, so the arrow keys choose.
import { useId } from 'react'

interface SegmentsProps<Choice extends string> {
  readonly label: string
  readonly choices: Readonly<Record<Choice, string>>
  readonly chosen: Choice
  readonly onChoose: (choice: Choice) => void
}

export function Segments<Choice extends string>(props: SegmentsProps<Choice>) {
  const { label, choices, chosen, onChoose } = props
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full flex-wrap rounded-lg bg-sunk p-0.5"
    >
      {Object.entries<string>(choices).map(([value, word]) => (
        <label
          key={value}
          className="relative rounded-md px-3 py-1 text-sm font-medium text-soft hover:text-ink has-checked:bg-card has-checked:text-ink has-checked:shadow-sm has-focus-visible:[outline:2px_solid_var(--focus)]"
        >
          <input
            type="radio"
            name={id}
            // Of no form, because it says how a form looks and not what is in it.
            form={`${id} none`}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value as Choice)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
          />
          {word}
        </label>
      ))}
    </div>
  )
}
