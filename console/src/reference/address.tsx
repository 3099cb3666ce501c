// The addresses of the reference: `/api/docs`, and behind it `errors`, `domains/x` and `operations/x.y`. A link changes
// the address without loading the page again; with a modifier key it is the browser's own.
import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'

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

export function goTo(place: string): void {
  history.pushState(null, '', hrefOf(place))
  window.scrollTo(0, 0)
  tellAll()
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
  readonly onGo?: (() => void) | undefined
}

export function Link({ to, onGo, children, ...rest }: LinkProps) {
  const [place = '', anchor] = to.split('#')
  const go = (event: MouseEvent): void => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    // An address within a page is the browser's to find.
    if (!isPlain || event.altKey || anchor !== undefined) return
    event.preventDefault()
    goTo(place)
    onGo?.()
  }
  return (
    <a {...rest} href={hrefOf(to)} onClick={go}>
      {children}
    </a>
  )
}
