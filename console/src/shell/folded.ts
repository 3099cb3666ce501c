// Which groups of pages the viewer has folded, in this browser.
const KEY = 'florin-folded'

export const readFolded = (): readonly string[] =>
  (localStorage.getItem(KEY) ?? '').split(',').filter(Boolean)

export const keepFolded = (groups: readonly string[]): void =>
  localStorage.setItem(KEY, groups.join(','))
