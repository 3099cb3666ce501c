// Which of the viewer's accounts something is paid from. A form that needs one is shown when the accounts are known, so
// that it cannot be sent without one.
import { icon } from './design/icons.tsx'
import type { ComponentProps, ReactNode } from 'react'
import type { Account } from '../../sdk/client/types.ts'
import { useAccounts } from './accounts.ts'
import { Select } from './design/form.tsx'
import { Empty, Show } from './design/state.tsx'

const Landmark = icon('landmark')

export function WithAccounts({
  children,
}: {
  readonly children: (accounts: readonly Account[]) => ReactNode
}) {
  return (
    <Show read={useAccounts()}>
      {(accounts) =>
        accounts.length === 0 ? (
          <Empty icon={Landmark} title="You have no account to pay from">
            Open one under Accounts.
          </Empty>
        ) : (
          children(accounts)
        )
      }
    </Show>
  )
}

interface AccountSelectProps extends Partial<Omit<ComponentProps<typeof Select>, 'children'>> {
  readonly accounts: readonly Pick<Account, 'uuid' | 'name'>[]
}

export function AccountSelect({
  accounts,
  label = 'From account',
  name = 'account_uuid',
  ...rest
}: AccountSelectProps) {
  return (
    <Select {...rest} label={label} name={name}>
      {accounts.map((account) => (
        <option key={account.uuid} value={account.uuid}>
          {account.name}
        </option>
      ))}
    </Select>
  )
}
