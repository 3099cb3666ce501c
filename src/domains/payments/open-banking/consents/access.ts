// Reads the access that a consent requests: for each kind of data all accounts, or a list of accounts by uuid or IBAN.
import { isValidIBAN } from 'ibantools'
import { Type } from 'typebox'
import { described, olderName } from '../../../../kernel/schema.ts'
import { toUuid } from '../../../../kernel/uuid.ts'
import type { Value } from '../../../../kernel/value.ts'
import { Invalid } from '../../../../operation/error.ts'

export const permissions = ['accounts', 'balances', 'transactions'] as const
export type Permission = (typeof permissions)[number]

/** The maximum number of accounts that one consent covers. */
export const ACCOUNTS_MAX = 100

export const Iban = Type.String({ maxLength: 50 })

const All = Type.Enum(['all', 'allAccounts'], {
  description:
    'All accounts of the account holder who authorizes the consent, or those that they choose.',
})

const Reference = Type.Union(
  [
    Type.String({ maxLength: 50, description: 'The uuid or the IBAN of an account.' }),
    Type.Object({
      iban: Type.Optional(described(Iban, 'The IBAN of an account.')),
      resourceId: Type.Optional(
        Type.String({ maxLength: 50, description: 'The uuid of an account.' }),
      ),
      account_id: Type.Optional(olderName('resourceId', Type.String({ maxLength: 50 }))),
    }),
  ],
  { description: 'An account.' },
)

const AccessList = (data: string) =>
  Type.Optional(
    Type.Union([All, Type.Array(Reference, { maxItems: ACCOUNTS_MAX })], {
      description: `The accounts whose ${data} can be read: all of them, or a list.`,
    }),
  )

/** The access as it was requested; stored unchanged, so that it can be shown again. */
export const Access = Type.Object(
  {
    accounts: AccessList('details'),
    balances: AccessList('balances'),
    transactions: AccessList('transactions'),
    availableAccounts: Type.Optional(
      described(All, 'The same as all accounts in `accounts`, as the standard names it.'),
    ),
    allPsd2: Type.Optional(described(All, 'All data of all accounts, as the standard names it.')),
  },
  {
    $id: 'ConsentAccess',
    description: 'The requested access: for each kind of data, which accounts.',
  },
)

export type AccessInput = Readonly<Value<typeof Access>>
type WrittenReference = Value<typeof Reference>

/** All accounts of the account holder, or these: each an uuid or an IBAN. */
export type RequestedAccounts = 'all' | readonly string[]
export type RequestedAccess = Readonly<Record<Permission, RequestedAccounts>>

/** The standard says allAccounts, the bank's own documents say all. */
const ALL = new Set(['all', 'allAccounts'])

/** Throws an error that names the wrong entry. A list that is empty or absent requests nothing. */
export function readAccess(access: AccessInput): RequestedAccess {
  const read = (permission: Permission): RequestedAccounts => {
    if (access.allPsd2 !== undefined) return 'all'
    if (permission === 'accounts' && access.availableAccounts !== undefined) return 'all'
    const list = access[permission] ?? []
    if (typeof list === 'string') return 'all'
    const isAll = (one: WrittenReference): boolean => typeof one === 'string' && ALL.has(one)
    if (list.some(isAll)) return 'all'
    return [...new Set(list.map((one, at) => readEntry(one, `access.${permission}.${at}`)))]
  }
  const asked = {
    accounts: read('accounts'),
    balances: read('balances'),
    transactions: read('transactions'),
  }
  if (permissions.every((permission) => asked[permission].length === 0))
    throw Invalid({
      errors: {
        access: [
          'The access is empty; give accounts, balances or transactions as "all" or as a list of accounts.',
        ],
      },
    })
  return asked
}

function readEntry(written: WrittenReference, field: string): string {
  const text =
    typeof written === 'string'
      ? written
      : (written.iban ?? written.resourceId ?? written.account_id ?? '')
  const reference = readReference(text)
  if (reference === undefined)
    throw Invalid({
      errors: {
        [field]: [
          `"${text}" is neither the uuid of an account nor a valid IBAN; check its digits.`,
        ],
      },
    })
  return reference
}

/** The canonical form of a reference to an account: a uuid in lower case, or an IBAN without spaces. */
export function readReference(text: string): string | undefined {
  const uuid = toUuid(text.trim())
  if (uuid !== undefined) return uuid
  const iban = readIban(text)
  return isValidIBAN(iban) ? iban : undefined
}

/** IBANs are often written in groups of four. */
export const readIban = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** The names under which other standards know the same permissions. */
const NAMES: Readonly<Record<Permission, readonly string[]>> = {
  accounts: ['ReadAccountsBasic', 'ReadAccountsDetail'],
  balances: ['ReadBalances'],
  transactions: ['ReadTransactionsBasic', 'ReadTransactionsDetail'],
}

export const namesOf = (access: AccessInput): string[] => {
  const asked = readAccess(access)
  return permissions.filter((one) => asked[one].length > 0).flatMap((one) => NAMES[one])
}
