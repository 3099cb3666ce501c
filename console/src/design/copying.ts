// Copies a text, or selects it where the browser gives pages no clipboard: over plain http, or when the viewer forbade it.
import { type MouseEvent, useState } from 'react'

const COPIED_MS = 2_000
/** Long enough to read the sentence and press the keys. */
const SELECTED_MS = 6_000

export const PRESS_KEYS = 'Press Ctrl+C to copy'

export function useCopy(text: string, onCopied?: () => void) {
  const [done, setDone] = useState<'copied' | 'selected'>()
  const copy = async ({ currentTarget }: MouseEvent): Promise<void> => {
    const outcome = await writeOrSelect(text, currentTarget)
    setDone(outcome)
    if (outcome === 'copied') onCopied?.()
    setTimeout(() => setDone(undefined), outcome === 'copied' ? COPIED_MS : SELECTED_MS)
  }
  return { done, copy }
}

async function writeOrSelect(text: string, button: Element): Promise<'copied' | 'selected'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    selectNear(button, text)
    return 'selected'
  }
}

/** A text that can be copied is shown as code beside its button. */
function selectNear(button: Element, text: string): void {
  for (let around = button.parentElement; around; around = around.parentElement) {
    const shown = [...around.querySelectorAll('code')].find((one) => one.textContent === text)
    if (shown) return getSelection()?.selectAllChildren(shown)
  }
}
