// What an address asks its page to open, such as the form in /keys?create=read; it is forgotten when that closes.
import { useNavigate, useSearch } from '@tanstack/react-router'

export function useAsked(name: string): readonly [asked: string | undefined, forget: () => void] {
  const { [name]: asked } = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const forget = (): void => {
    if (asked !== undefined)
      void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }
  return [typeof asked === 'string' ? asked : undefined, forget]
}
