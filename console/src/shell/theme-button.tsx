// The button that changes between light, dark, and what the system prefers.
import { icon } from '../design/icons.tsx'
import { useSyncExternalStore } from 'react'
import { Button } from '../design/button.tsx'
import { onTheme, readTheme, turnTheme } from './theme.ts'

const Monitor = icon('monitor')
const Moon = icon('moon')
const Sun = icon('sun')

const ICONS = { auto: Monitor, light: Sun, dark: Moon } as const

export function ThemeButton() {
  const theme = useSyncExternalStore(onTheme, readTheme)
  const Icon = ICONS[theme]
  const words = { auto: 'as the system', light: 'light', dark: 'dark' }[theme]
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={`Colours: ${words}. Change`}
      title={`Colours: ${words}`}
      onClick={turnTheme}
    >
      <Icon aria-hidden />
    </Button>
  )
}
