// Chooses one of the user's own accounts by its name, or another one by its id.
import { useState } from 'react'
import { Input, Select } from '../design/form.tsx'
import type { OwnAccount } from './own-accounts.ts'

interface AccountChoiceProps {
  readonly label: string
  readonly name: string
  readonly accounts: readonly OwnAccount[]
  readonly value: string
  readonly onChange: (value: string) => void
}

const OTHER = 'other'

/** Names may be the same, ids are not. */
const Accounts = ({ accounts }: Pick<AccountChoiceProps, 'accounts'>) =>
  accounts.map(({ uuid, name }) => (
    <option key={uuid} value={uuid}>
      {name} (…{uuid.slice(-4)})
    </option>
  ))

/** As the value of a parameter. */
export function AccountInput({
  accounts,
  value,
  onChange,
  required,
  ...common
}: AccountChoiceProps & { readonly required: boolean }) {
  const [wantsOther, setWantsOther] = useState(false)
  const isOther = wantsOther || (value !== '' && accounts.every(({ uuid }) => uuid !== value))
  const choose = (chosen: string): void => {
    setWantsOther(chosen === OTHER)
    onChange(chosen === OTHER ? '' : chosen)
  }
  return (
    <>
      <Select
        {...common}
        required={required}
        value={isOther ? OTHER : value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{required ? 'Choose an account' : 'not sent'}</option>
        <Accounts accounts={accounts} />
        <option value={OTHER}>Another account</option>
      </Select>
      {isOther && (
        <Input
          label={`Id for ${common.label}`}
          name={`${common.name}:other`}
          autoComplete="off"
          className="font-mono text-sm"
          required={required}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </>
  )
}

/** As the value of a field that is written into the body. */
export function AccountField({
  accounts,
  value,
  onChange,
  ...common
}: Omit<AccountChoiceProps, 'value'> & { readonly value: unknown }) {
  const own = accounts.find(({ uuid }) => uuid === value)
  return (
    <Select {...common} value={own?.uuid ?? ''} onChange={(event) => onChange(event.target.value)}>
      <option value="" disabled>
        As written below
      </option>
      <Accounts accounts={accounts} />
    </Select>
  )
}
