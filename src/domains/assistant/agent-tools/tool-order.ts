// Sorts the tools of all domains in the order of the specification; tools that it does not name come last.
import type { AnyTool } from '../../../operation/tool.ts'

const specified: readonly string[] = [
  'account.balance',
  'account.create',
  'payment.status',
  'payment.transfer',
  'transactions.query',
  'spending.analysis',
  'exchange.quote',
  'exchange.trade',
  'ramp.start',
  'ramp.status',
  'mpp.discovery',
  'sms.send',
  'wallet.addresses',
  'wallet.activity',
]

const placeOf = ({ name }: AnyTool): number => {
  const place = specified.indexOf(name)
  return place === -1 ? specified.length : place
}

export const sortTools = (tools: readonly AnyTool[]): AnyTool[] =>
  tools.toSorted((a, b) => placeOf(a) - placeOf(b))
