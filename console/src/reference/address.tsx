// The addresses of the reference: `/api/docs`, and behind it `errors`, `domains/x` and `operations/x.y`. A link changes
// the address without loading the page again; with a modifier key it is the browser's own.
import { type ComponentProps, type MouseEvent, useEffect, useSyncExternalStore } from 'react'

const ROOT = '/api/docs'

const listeners = new Set<() => void>()
const tellAll = (): void => {
  for (const listener of listeners) listener()
}
window.addEventListener('popstate', tellAll)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The path below that of the reference, such as `operations/transfer.create`. */
export const usePlace = (): string =>
  useSyncExternalStore(subscribe, () =>
    decodeURI(location.pathname.slice(ROOT.length)).replaceAll(/^\/+|\/+$/g, ''),
  )

export const hrefOf = (place: string): string => (place === '' ? ROOT : `${ROOT}/${place}`)

/** An anchor is the browser's to find, which loads the page again if it is on another one. */
export function goTo(place: string): void {
  if (place.includes('#')) return location.assign(hrefOf(place))
  history.pushState(null, '', hrefOf(place))
  window.scrollTo(0, 0)
  tellAll()
}

/** Called by a page when it is complete: the browser looked for the anchor before that. */
export function useAnchor(): void {
  useEffect(() => {
    if (location.hash !== '')
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [])
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
  readonly onGo?: (() => void) | undefined
}

export function Link({ to, onGo, children, ...rest }: LinkProps) {
  const go = (event: MouseEvent): void => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    if (!isPlain || event.altKey) return
    event.preventDefault()
    goTo(to)
    onGo?.()
  }
  return (
    <a {...rest} href={hrefOf(to)} onClick={go}>
      {children}
    </a>
  )
}
