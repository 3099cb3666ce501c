// The list of the keyboard shortcuts, and turning those of single keys off.
import { Fragment } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { type Shortcut, WITH_CTRL } from './shortcuts.ts'

interface ShortcutsDialogProps {
  readonly shortcuts: readonly Shortcut[]
  readonly hasSingleKeys: boolean
  readonly onSingleKeys: (has: boolean) => void
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ShortcutsDialog(props: ShortcutsDialogProps) {
  const { shortcuts, hasSingleKeys, onSingleKeys, isOpen, onClose } = props
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
      <Facts rows={shortcuts.map(({ keys, does }) => [does, <Keys key={does} keys={keys} />])} />
      <label className="mt-4 flex items-start gap-2">
        <input
          type="checkbox"
          checked={hasSingleKeys}
          onChange={(event) => onSingleKeys(event.target.checked)}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
        Use the shortcuts without {WITH_CTRL}
      </label>
    </Dialog>
  )
}

const Keys = ({ keys }: Pick<Shortcut, 'keys'>) =>
  keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && (
        <span className="text-sm text-soft">{keys[0] === WITH_CTRL ? ' + ' : ' then '}</span>
      )}
      <kbd className="rounded border border-line bg-sunk px-1.5 py-0.5 font-mono text-sm whitespace-nowrap">
        {key}
      </kbd>
    </Fragment>
  ))
