// Which parameters and fields of operations are accounts of a user.
import { type Document, type Operation, type Parameter, resolve, type Schema } from './openapi.ts'

const ACCOUNT = /^((from|to|debtor)_)?account(_uuid|_id)?$/

/** Not the accounts of the chart of the general ledger, which have codes. */
export const isAccountParameter = (
  { in: place, name }: Pick<Parameter, 'in' | 'name'>,
  path: string,
): boolean =>
  place === 'path'
    ? path.includes(`/accounts/{${name}}`) && !path.includes('/ledger/')
    : place === 'query' && ACCOUNT.test(name)

/** The fields of the body itself that hold one account; not their older names. */
export function accountFieldsOf(document: Document, { requestBody }: Operation): string[] {
  if (!requestBody) return []
  const schema = resolve(document, requestBody).content?.['application/json']?.schema
  const { properties = {} }: Schema = schema ? resolve(document, schema) : {}
  return Object.entries(properties).flatMap(([name, field]) =>
    ACCOUNT.test(name) && field.type === 'string' && field.deprecated !== true ? [name] : [],
  )
}
