// The address to which an account holder returns after deciding. It is shown as a link with its host and never
// followed automatically, so that the bank's pages are no open redirect.
import { Invalid } from '../../../operation/error.ts'

export function readRedirect(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const url = URL.parse(text)
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const isFit = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
  if (!url || !isFit || url.username !== '' || url.password !== '')
    throw Invalid({
      errors: {
        'TPP-Redirect-URI': [
          'The header TPP-Redirect-URI must be an https address without user name and password.',
        ],
      },
    })
  return url.href
}
