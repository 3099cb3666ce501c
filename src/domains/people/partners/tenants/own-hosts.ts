// The host names of the bank itself. A tenant that had one would take over all callers of the bank under it: their
// credentials would be rejected, and new users would become customers of the tenant.
import type { Bank } from '../../../../operation/bank.ts'
import { toPlainHost } from '../validation.ts'

/** Whether a host is the bank's own, however it is written. */
export type IsOwnHost = (host: string) => boolean

export function ownHosts(
  { baseUrl }: Pick<Bank, 'baseUrl'>,
  further: readonly string[],
): IsOwnHost {
  let hosts: ReadonlySet<string> | undefined
  return (host) => {
    // The address is known only once the bank listens; its host does not change from then on.
    hosts ??= new Set([new URL(baseUrl()).hostname, 'localhost', ...further].map(toPlainHost))
    return hosts.has(toPlainHost(host))
  }
}
