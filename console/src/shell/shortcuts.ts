// The keyboard shortcuts: one table, by which keys are handled and the list of them is shown.
import { useEffect, useRef } from 'react'
import type { PageEntry } from '../navigation.ts'

/** With Ctrl, or the command key of a Mac. */
export const WITH_CTRL = 'Ctrl'

export interface Shortcut {
  /** Pressed one after the other, except `WITH_CTRL`, which is held. */
  readonly keys: readonly string[]
  readonly does: string
  /** False if there is nothing to do; then the key is left to the browser. */
  readonly run: () => boolean | void
}

interface Actions {
  readonly search: () => void
  readonly showShortcuts: () => void
  readonly go: (path: string) => void
}

export const shortcutsOf = (
  pages: readonly PageEntry[],
  { search, showShortcuts, go }: Actions,
): readonly Shortcut[] => [
  { keys: [WITH_CTRL, 'k'], does: 'Search pages, accounts and actions', run: search },
  { keys: ['/'], does: 'Go to the search of a list', run: focusSearch },
  { keys: ['?'], does: 'Show the keyboard shortcuts', run: showShortcuts },
  ...pages.flatMap(({ key, name, path }) =>
    key === undefined ? [] : [{ keys: ['g', key], does: name, run: () => go(path) }],
  ),
]

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  return field !== null
}

const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Single keys are for those who want them: voice control may type letters by accident. */
export function useShortcuts(shortcuts: readonly Shortcut[], hasSingleKeys: boolean): void {
  const current = useRef({ shortcuts, hasSingleKeys })
  useEffect(() => {
    current.current = { shortcuts, hasSingleKeys }
  })
  useEffect(() => {
    let before: readonly string[] = []
    const forget = (): void => {
      before = []
    }
    const press = (event: KeyboardEvent): void => {
      const { key, altKey, shiftKey } = event
      const isHeld = event.ctrlKey || event.metaKey
      const isModifier = ['Shift', 'Control', 'Alt', 'Meta'].includes(key)
      if (isModifier || event.defaultPrevented || event.repeat || event.isComposing) return
      const pressed = isHeld ? [WITH_CTRL, key.toLowerCase()] : [...before, key]
      forget()
      // A dialog has the keyboard for itself.
      if (altKey || (isHeld && shiftKey) || document.querySelector('dialog[open]') !== null) return
      if (!isHeld && (isTyping(event) || !current.current.hasSingleKeys)) return
      const matching = current.current.shortcuts.filter(({ keys }) =>
        pressed.every((one, index) => keys[index] === one),
      )
      const exact = matching.find(({ keys }) => keys.length === pressed.length)
      if (exact === undefined) before = isHeld || matching.length === 0 ? [] : pressed
      else if (exact.run() !== false) event.preventDefault()
    }
    addEventListener('keydown', press)
    addEventListener('pointerdown', forget)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('pointerdown', forget)
    }
  }, [])
}
