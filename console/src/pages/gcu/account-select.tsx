// The account that gives and receives.
import type { Holdings } from '../../accounts.ts'
import { Select } from '../../design/form.tsx'

export const AccountSelect = ({ holdings }: { readonly holdings: readonly Holdings[] }) => (
  <Select label="Account" name="account_uuid">
    {holdings.map(({ account }) => (
      <option key={account.uuid} value={account.uuid}>
        {account.name}
      </option>
    ))}
  </Select>
)
