// Finds a user or an account by name, e-mail address or IBAN. For operators.
import { type ReactNode, useEffect, useState } from 'react'
import { customerAccountGet, customerAccountList, userList } from '../../sdk/client/operations.ts'
import type { CustomerAccount, Person } from '../../sdk/client/types.ts'
import { useRead } from './bank.ts'
import { Button } from './design/button.tsx'
import { Input } from './design/form.tsx'
import { Money } from './design/money.tsx'
import { Show } from './design/state.tsx'
import { useSettled } from './settled.ts'

const FOUND_MAX = 6
const LETTERS_MIN = 2

interface FinderProps<Found> {
  readonly chosen: Found | undefined
  readonly onChoose: (found: Found | undefined) => void
}

interface SearchProps<Found> extends FinderProps<Found> {
  readonly label: string
  readonly hint: string
  readonly nameOf: (found: Found) => string
  readonly about: (found: Found) => ReactNode
  readonly list: (text: string) => ReactNode
}

function Search<Found>({ label, hint, chosen, onChoose, ...rest }: SearchProps<Found>) {
  const [text, setText] = useState('')
  const settled = useSettled(text.trim())
  // The next search begins anew.
  useEffect(() => {
    if (chosen) setText('')
  }, [chosen])
  if (chosen)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunk px-4 py-3">
        <div className="min-w-0">
          <p className="font-medium break-words">{rest.nameOf(chosen)}</p>
          <div className="text-sm break-words text-soft">{rest.about(chosen)}</div>
        </div>
        <Button look="plain" size="small" onClick={() => onChoose(undefined)}>
          Choose another
        </Button>
      </div>
    )
  return (
    <div className="grid gap-3">
      <Input
        label={label}
        name="find"
        type="search"
        autoComplete="off"
        maxLength={255}
        hint={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {settled.length >= LETTERS_MIN && rest.list(settled)}
    </div>
  )
}

function Choices<Found>({
  label,
  rows,
  keyOf,
  nameOf,
  about,
  onChoose,
}: {
  readonly label: string
  readonly rows: readonly Found[]
  readonly keyOf: (found: Found) => string
  readonly nameOf: (found: Found) => string
  readonly about: (found: Found) => ReactNode
  readonly onChoose: (found: Found) => void
}) {
  if (rows.length === 0)
    return (
      <p role="status" className="text-soft">
        Nothing was found. Try another part of the name, or the whole e-mail address.
      </p>
    )
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line">
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <button
            type="button"
            onClick={() => onChoose(row)}
            className="grid w-full gap-0.5 px-4 py-2.5 text-left hover:bg-sunk"
          >
            <span className="font-medium break-words text-accent">{nameOf(row)}</span>
            <span className="text-sm break-words text-soft">{about(row)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const aboutPerson = ({ email }: Person): ReactNode => email

export function PersonFinder({ chosen, onChoose }: FinderProps<Person>) {
  const nameOf = ({ name }: Person): string => name
  return (
    <Search
      label="User"
      hint="Part of their name or e-mail address."
      chosen={chosen}
      onChoose={onChoose}
      nameOf={nameOf}
      about={aboutPerson}
      list={(text) => <FoundPeople text={text} onChoose={onChoose} />}
    />
  )
}

interface FoundProps<Found> {
  readonly text: string
  readonly onChoose: (found: Found) => void
}

function FoundPeople({ text, onChoose }: FoundProps<Person>) {
  const read = useRead('people', userList, { search: text, per_page: FOUND_MAX })
  return (
    <Show read={read}>
      {({ data }) => (
        <Choices
          label="Users"
          rows={data}
          keyOf={({ uuid }) => uuid}
          nameOf={({ name }) => name}
          about={aboutPerson}
          onChoose={onChoose}
        />
      )}
    </Show>
  )
}

const nameOfAccount = ({ name, owner }: CustomerAccount): string =>
  owner ? `${name}, ${owner.name}` : name

const aboutAccount = ({ owner, iban, account_number, balances }: CustomerAccount): ReactNode => (
  <>
    {owner && <>{owner.email} · </>}
    <span className="figures">{iban ?? account_number}</span>
    {balances.map(({ asset_code, available_balance }) => (
      <span key={asset_code}>
        {' · '}
        <Money amount={available_balance} code={asset_code} />
      </span>
    ))}
  </>
)

/** The balance is read again, because it changes while the account stays selected. */
function ChosenAccount({ account }: { readonly account: CustomerAccount }) {
  const read = useRead('customers', customerAccountGet, { uuid: account.uuid })
  return aboutAccount(read.data?.data ?? account)
}

export function AccountFinder({ chosen, onChoose }: FinderProps<CustomerAccount>) {
  return (
    <Search
      label="Account"
      hint="The name or e-mail address of its owner, its own name, its IBAN or its number."
      chosen={chosen}
      onChoose={onChoose}
      nameOf={nameOfAccount}
      about={(account) => <ChosenAccount account={account} />}
      list={(text) => <FoundAccounts text={text} onChoose={onChoose} />}
    />
  )
}

/** By the owner and by the account; an account found by both is listed once. */
function FoundAccounts({ text, onChoose }: FoundProps<CustomerAccount>) {
  const page = { status: 'active', per_page: FOUND_MAX } as const
  const byOwner = useRead('customers', customerAccountList, { owner: text, ...page })
  const byAccount = useRead('customers', customerAccountList, { search: text, ...page })
  const rows =
    byOwner.data && byAccount.data
      ? [
          ...new Map(
            [...byOwner.data.data, ...byAccount.data.data].map((row) => [row.uuid, row]),
          ).values(),
        ]
      : undefined
  return (
    <Show
      read={{
        data: rows,
        error: byOwner.error ?? byAccount.error,
        refetch: () => Promise.all([byOwner.refetch(), byAccount.refetch()]),
      }}
    >
      {(found) => (
        <Choices
          label="Accounts"
          rows={found}
          keyOf={({ uuid }) => uuid}
          nameOf={nameOfAccount}
          about={aboutAccount}
          onChoose={onChoose}
        />
      )}
    </Show>
  )
}
