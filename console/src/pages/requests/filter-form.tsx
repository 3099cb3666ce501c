// The fields by which the request log is searched.
import { useEffect, useState } from 'react'
import { apiKeyList } from '../../../../sdk/client/operations.ts'
import { useRead } from '../../bank.ts'
import { Input, Select } from '../../design/form.tsx'
import { useSettled } from '../../settled.ts'
import { BY, type Filters, METHODS, STATUSES } from './filters.ts'

interface FilterFormProps {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
}

export function FilterForm({ filters, onChange }: FilterFormProps) {
  const keys = useRead('api-keys', apiKeyList, { page: 1, per_page: 100 })
  const field = (name: keyof Filters) => ({
    name,
    value: filters[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 gap-3 px-5 pb-4 sm:grid-cols-4"
    >
      <Typed
        label="Path contains"
        name="path"
        placeholder="/transfers"
        {...{ filters, onChange }}
      />
      <Select label="Called by" {...field('by')}>
        {Object.entries(BY).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
        {keys.data?.data.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            Key: {name}
          </option>
        ))}
      </Select>
      <Select label="Status" {...field('status')}>
        <option value="">All</option>
        {Object.entries(STATUSES).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
      <Select label="Method" {...field('method')}>
        <option value="">All</option>
        {METHODS.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </Select>
      <Input label="From" type="datetime-local" {...field('from')} />
      <Input label="To" type="datetime-local" {...field('to')} />
      <div className="col-span-2">
        <Typed label="Request id" name="id" placeholder="X-Request-ID" {...{ filters, onChange }} />
      </div>
    </form>
  )
}

interface TypedProps extends FilterFormProps {
  readonly name: 'path' | 'id'
  readonly label: string
  readonly placeholder: string
}

/** Typed letters are in the address once the user pauses. */
function Typed({ name, label, placeholder, filters, onChange }: TypedProps) {
  const shown = filters[name]
  const [text, setText] = useState(shown)
  const settled = useSettled(text.trim())
  useEffect(() => {
    if (settled !== shown && settled === text.trim()) onChange({ [name]: settled })
    // Only what is typed changes the address.
  }, [settled])
  // A link or Back changes the address, and the field follows.
  useEffect(() => setText(shown), [shown])
  return (
    <Input
      label={label}
      name={name}
      type="search"
      autoComplete="off"
      maxLength={128}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
