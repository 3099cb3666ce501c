// Whether single keys are shortcuts in this browser; they are unless the viewer turned them off.
const KEY = 'florin-single-keys'
const OFF = 'off'

export const readSingleKeys = (): boolean => localStorage.getItem(KEY) !== OFF

export function keepSingleKeys(has: boolean): void {
  if (has) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, OFF)
}
