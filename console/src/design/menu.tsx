// A menu behind a button. It does not lock the page, so it adds no style of its own to the document.
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface MenuItem {
  readonly word: string
  readonly onChoose: () => void
  readonly isDangerous?: boolean
}

export function Menu({
  trigger,
  items,
}: {
  readonly trigger: ReactNode
  readonly items: readonly MenuItem[]
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="rise z-50 min-w-44 rounded-xl border border-line bg-card p-1 shadow-lg"
        >
          {items.map(({ word, onChoose, isDangerous }) => (
            <DropdownMenu.Item
              key={word}
              onSelect={onChoose}
              className={classes(
                'cursor-pointer rounded-lg px-3 py-1.5 outline-none data-[highlighted]:bg-sunk',
                isDangerous === true && 'text-bad',
              )}
            >
              {word}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
