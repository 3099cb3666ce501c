// The palette and the keyboard shortcuts, which every page has. What they show is loaded when it is opened.
import { useNavigate } from '@tanstack/react-router'
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import type { User } from '../../../sdk/client/types.ts'
import { Button } from '../design/button.tsx'
import { classes } from '../design/classes.ts'
import { icon } from '../design/icons.tsx'
import { pagesOf } from '../navigation.ts'
import { shortcutsOf, useShortcuts, WITH_CTRL } from './shortcuts.ts'
import { keepSingleKeys, readSingleKeys } from './single-keys.ts'

const Search = icon('search')

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

const Opening = createContext<() => void>(() => {})

export function WithSearch({
  user,
  children,
}: {
  readonly user: User
  readonly children: ReactNode
}) {
  const navigate = useNavigate()
  // Undefined until they were opened for the first time; then they are loaded.
  const [isSearching, setSearching] = useState<boolean>()
  const [isListing, setListing] = useState<boolean>()
  const [hasSingleKeys, setSingleKeys] = useState(readSingleKeys)
  const search = (): void => setSearching(true)
  const showShortcuts = (): void => setListing(true)
  const shortcuts = shortcutsOf(pagesOf(user), {
    search,
    showShortcuts,
    go: (to) => void navigate({ to }),
  })
  useShortcuts(shortcuts, hasSingleKeys)
  return (
    <Opening value={search}>
      {children}
      <Suspense fallback={null}>
        {isSearching !== undefined && (
          <Palette
            user={user}
            isOpen={isSearching}
            onClose={() => setSearching(false)}
            onShortcuts={showShortcuts}
          />
        )}
        {isListing !== undefined && (
          <ShortcutsDialog
            shortcuts={shortcuts}
            hasSingleKeys={hasSingleKeys}
            onSingleKeys={(has) => {
              keepSingleKeys(has)
              setSingleKeys(has)
            }}
            isOpen={isListing}
            onClose={() => setListing(false)}
          />
        )}
      </Suspense>
    </Opening>
  )
}

export function SearchButton({ isSmall = false }: { readonly isSmall?: boolean }) {
  const search = useContext(Opening)
  return (
    <Button
      look={isSmall ? 'quiet' : 'plain'}
      size={isSmall ? 'icon' : 'normal'}
      onClick={search}
      className={classes(!isSmall && 'mt-5 justify-start px-3 text-soft')}
    >
      <Search aria-hidden />
      <span className={classes(isSmall && 'sr-only')}>Search</span>
      <span className="sr-only"> pages, accounts and actions</span>
      {!isSmall && (
        <kbd aria-hidden className="ml-auto font-mono text-xs">
          {WITH_CTRL} K
        </kbd>
      )}
    </Button>
  )
}
