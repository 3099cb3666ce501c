// The button that changes between light, dark, and what the system prefers.
import { icon } from '../design/icons.tsx'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { applyTheme, readTheme, type Theme } from './theme.ts'

const Monitor = icon('monitor')
const Moon = icon('moon')
const Sun = icon('sun')

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' }
const ICONS = { auto: Monitor, light: Sun, dark: Moon } as const

export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const Icon = ICONS[theme]
  const change = (): void => {
    applyTheme(NEXT[theme])
    setTheme(NEXT[theme])
  }
  const words = { auto: 'as the system', light: 'light', dark: 'dark' }[theme]
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={`Colours: ${words}. Change`}
      title={`Colours: ${words}`}
      onClick={change}
    >
      <Icon aria-hidden />
    </Button>
  )
}
