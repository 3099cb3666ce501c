// Passkeys: created on this device, used instead of the password.
import { useState } from 'react'
import { icon } from '../../design/icons.tsx'
import {
  passkeyList,
  passkeyRegister,
  passkeyRegisterChallenge,
  passkeyRemove,
} from '../../../../sdk/client/operations.ts'
import type { Passkey } from '../../../../sdk/client/types.ts'
import { client, useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Review } from '../../design/review.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { toast } from '../../design/toast.tsx'
import { canUsePasskeys, makePasskey } from '../../passkeys.ts'

const KeyRound = icon('key-round')

export function PasskeysCard() {
  const read = useRead('passkeys', passkeyList, {})
  return (
    <Card
      title="Passkeys"
      hint="Sign in with your fingerprint, your face or the screen lock of this device."
    >
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={KeyRound} title="No passkeys yet" />
          ) : (
            <ul className="mb-4 grid">
              {data.map((passkey) => (
                <PasskeyItem key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </Show>
      {canUsePasskeys() && <AddForm />}
    </Card>
  )
}

function PasskeyItem({ passkey }: { readonly passkey: Passkey }) {
  const remove = useWrite(passkeyRemove, ['passkeys'])
  const [isRemoving, setRemoving] = useState(false)
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 border-b border-line py-2 last:border-0">
      <div className="min-w-0">
        <p className="flex items-center gap-2 truncate font-medium">
          {passkey.name}
          {passkey.status !== 'active' && <Badge word={passkey.status} tone="bad" />}
        </p>
        <p className="text-sm text-soft">
          Last used: <When at={passkey.last_used_at} />
        </p>
      </div>
      <Button look="danger" size="small" onClick={() => setRemoving(true)}>
        Remove<span className="sr-only"> {passkey.name}</span>
      </Button>
      <Review
        title="Remove a passkey"
        of={isRemoving ? passkey : undefined}
        facts={({ name, last_used_at }) => [
          ['Passkey', name],
          ['Last used', <When key="used" at={last_used_at} />],
        ]}
        effect="You can no longer sign in with it."
        submit="Remove the passkey"
        done="The passkey is removed."
        onConfirm={({ id }) => remove.mutateAsync({ id })}
        onClose={() => setRemoving(false)}
      />
    </li>
  )
}

function AddForm() {
  const register = useWrite(passkeyRegister, ['passkeys'])
  return (
    <Form
      submit="Add a passkey"
      onSubmit={async ({ name = '' }) => {
        const { data } = await passkeyRegisterChallenge(client, {})
        const made = await makePasskey(data, name)
        // The user closed the browser's dialog.
        if (!made) return
        await register.mutateAsync(made)
        toast('The passkey is added.')
      }}
    >
      <Input
        label="Name of the passkey"
        name="name"
        required
        maxLength={100}
        placeholder="This laptop"
      />
    </Form>
  )
}
