// Light or dark: as the browser prefers, unless the viewer chose. The browser's storage keeps this choice.
export type Theme = 'auto' | 'light' | 'dark'

const KEY = 'florin-theme'
const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' }

const listeners = new Set<() => void>()

/** Calls the listener after every change. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'auto') {
    localStorage.removeItem(KEY)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(KEY, theme)
    document.documentElement.dataset.theme = theme
  }
  for (const listener of listeners) listener()
}

export const turnTheme = (): void => applyTheme(NEXT[readTheme()])
