// Light or dark: as the browser prefers, unless the viewer chose. The browser's storage keeps this choice.
export type Theme = 'auto' | 'light' | 'dark'

const KEY = 'florin-theme'

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
}
