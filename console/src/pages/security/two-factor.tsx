// Two-factor authentication: turning it on with an authenticator app, and off.
import { useState } from 'react'
import {
  twoFactorConfirm,
  twoFactorDisable,
  twoFactorEnable,
} from '../../../../sdk/client/operations.ts'
import type { TwoFactorSetup } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { CopyButton } from '../../design/code.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Problem } from '../../design/state.tsx'
import { toast } from '../../design/toast.tsx'
import { useUser } from '../../session.ts'

export function TwoFactorCard() {
  const isOn = useUser().two_factor_confirmed_at !== null
  const enable = useWrite(twoFactorEnable)
  return (
    <Card
      title="Two-factor authentication"
      action={isOn ? <Badge word="on" tone="good" /> : <Badge word="off" tone="gold" />}
    >
      {isOn ? (
        <DisableForm />
      ) : enable.data ? (
        // The key is shown once: the next setup has another.
        <SetUp setup={enable.data} onDone={enable.reset} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-soft">
            After your password, you enter a code from an authenticator app on your phone.
          </p>
          {enable.error && <Problem error={enable.error} />}
          <Button isWaiting={enable.isPending} onClick={() => enable.mutate({})}>
            Set up two-factor authentication
          </Button>
        </div>
      )}
    </Card>
  )
}

interface SetUpProps {
  readonly setup: TwoFactorSetup
  readonly onDone: () => void
}

function SetUp({ setup, onDone }: SetUpProps) {
  const confirm = useWrite(twoFactorConfirm, ['session'])
  const [areShown, setShown] = useState(false)
  const [areStored, setStored] = useState(false)
  // An image runs no scripts, whatever is in it.
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(setup.qr_code)}`
  return (
    <div className="grid gap-4">
      <p>1. Scan the QR code with your authenticator app, or enter the key.</p>
      <div className="flex flex-wrap items-center gap-4">
        <img src={picture} alt="QR code with the key" className="size-40 rounded-lg bg-white p-2" />
        <code className="font-mono text-sm break-all">{setup.secret}</code>
      </div>
      <div>
        <p>2. Store the recovery codes in a safe place. Each works once in place of a code.</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button look="plain" size="small" onClick={() => setShown(!areShown)}>
            {areShown ? 'Hide the recovery codes' : 'Show the recovery codes'}
          </Button>
          <CopyButton
            text={setup.recovery_codes.join('\n')}
            what="the recovery codes"
            onCopied={() => setStored(true)}
          />
        </div>
        {areShown && (
          <ul className="mt-2 grid grid-cols-2 gap-1 rounded-lg bg-sunk p-3 font-mono text-sm">
            {setup.recovery_codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        )}
      </div>
      <Form
        submit="Turn on two-factor authentication"
        onSubmit={async ({ code = '' }) => {
          await confirm.mutateAsync({ code })
          toast('Two-factor authentication is on.')
          onDone()
        }}
      >
        {/* They are not shown again. */}
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            required
            checked={areStored}
            onChange={(event) => setStored(event.target.checked)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          I have stored the recovery codes
        </label>
        <Input
          label="3. Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={6}
        />
      </Form>
    </div>
  )
}

function DisableForm() {
  const disable = useWrite(twoFactorDisable, ['session'])
  return (
    <Form
      submit="Turn off two-factor authentication"
      look="danger"
      onSubmit={async ({ password = '' }) => {
        await disable.mutateAsync({ password })
        toast('Two-factor authentication is off.')
      }}
    >
      <p className="text-soft">Without it, your password alone is enough to sign in.</p>
      <Input
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={255}
      />
    </Form>
  )
}
