// The form that collects the money, and who collects it: only the user with the address that got the mail can.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../../sdk/client/errors.ts'
import { p2pTransferClaim } from '../../../../sdk/client/operations.ts'
import type { Account, ClaimedP2pTransfer } from '../../../../sdk/client/types.ts'
import { useAccounts } from '../../accounts.ts'
import { useWrite } from '../../bank.ts'
import { Button, buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Form, Input, Select } from '../../design/form.tsx'
import { icon } from '../../design/icons.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { signOut, useUser } from '../../session.ts'

const Landmark = icon('landmark')

interface ClaimFormProps {
  readonly code: string
  readonly onCollected: (transfer: ClaimedP2pTransfer) => void
}

export function ClaimForm(props: ClaimFormProps) {
  return (
    <Card>
      <Show read={useAccounts()}>
        {(accounts) =>
          accounts.length === 0 ? (
            <Empty
              icon={Landmark}
              title="You have no account for the money"
              action={
                <Link to="/accounts" className={buttonStyle({ look: 'plain' })}>
                  Go to the accounts
                </Link>
              }
            >
              Open one under Accounts, then open the link in the mail again.
            </Empty>
          ) : (
            <CodeForm {...props} accounts={accounts} />
          )
        }
      </Show>
      <SignedInAs />
    </Card>
  )
}

function CodeForm({
  code,
  accounts,
  onCollected,
}: ClaimFormProps & { readonly accounts: readonly Account[] }) {
  const claim = useWrite(p2pTransferClaim, ['balances', 'transactions'])
  return (
    <Form
      submit="Collect"
      onSubmit={async ({ code: written = '', to_account }) => {
        const input = { code: written, ...(to_account !== undefined && { to_account }) }
        const { data } = await claim.mutateAsync(input).catch((error: unknown) => {
          throw explain(error)
        })
        onCollected(data)
      }}
    >
      <Input
        label="Code from the mail"
        name="code"
        defaultValue={code}
        required
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        className="figures"
      />
      {accounts.length > 1 && (
        <Select label="To account" name="to_account">
          {accounts.map(({ uuid, name }) => (
            <option key={uuid} value={uuid}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Form>
  )
}

const ENDED: Readonly<Record<string, string>> = {
  completed: 'You have collected this money already. It is in your history.',
  cancelled: 'The sender has cancelled this payment.',
  returned:
    'This money was not collected in time and is back with the sender, who can send it again.',
}

/** The bank's refusals are written for API clients; here they say what the viewer can do. */
function explain(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { status } = (error.details ?? {}) as { readonly status?: string }
  const ended = error.code === 'TRANSFER_NOT_PENDING' ? ENDED[status ?? ''] : undefined
  if (ended !== undefined) return new Error(ended, { cause: error })
  if (error.code !== 'CLAIM_NOT_FOUND') return error
  const other =
    'If this is the address, compare the code with the mail. After the date in the mail the money is back with the sender.'
  return new Error(`${error.message} ${other}`, { cause: error })
}

function SignedInAs() {
  const { email } = useUser()
  const [error, setError] = useState<unknown>(null)
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-4 text-sm">
      <p className="text-soft wrap-anywhere">
        You are signed in with {email}. Only the address that got the mail can collect the money.
      </p>
      <Button
        look="plain"
        size="small"
        className="justify-self-start"
        onClick={() => void signOut({ stays: true }).catch(setError)}
      >
        Use another address
      </Button>
      {error !== null && <Problem error={error} />}
    </div>
  )
}
