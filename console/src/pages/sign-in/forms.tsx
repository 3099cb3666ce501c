// The forms of signing in: password or passkey, and the second factor. A page shows them, and a dialog when a session has
// ended.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { passkeyChallenge } from '../../../../sdk/client/operations.ts'
import { client } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Problem } from '../../design/state.tsx'
import { canUsePasskeys, readPasskey } from '../../passkeys.ts'
import type { SignIn } from '../../session.ts'

const Fingerprint = icon('fingerprint-pattern')

export function SignInForm({
  signIn,
  email = '',
}: {
  readonly signIn: SignIn
  /** Of the user whose session has ended. */
  readonly email?: string
}) {
  return (
    <>
      <Form isWide submit="Sign in" onSubmit={(values) => signIn('', values)}>
        <Input
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={email}
          required
          maxLength={255}
        />
        <Input
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus={email !== ''}
          required
          maxLength={255}
        />
      </Form>
      {canUsePasskeys() && <PasskeyButton signIn={signIn} />}
    </>
  )
}

export const ABOUT_CODE = 'Enter the six digits from your authenticator app, or a recovery code.'

export function CodeForm({ signIn }: { readonly signIn: SignIn }) {
  return (
    <Form isWide submit="Continue" onSubmit={(values) => signIn('/code', values)}>
      <Input
        label="Two-factor code"
        name="code"
        autoComplete="one-time-code"
        required
        maxLength={64}
        autoFocus
      />
    </Form>
  )
}

function PasskeyButton({ signIn }: { readonly signIn: SignIn }) {
  const [isWaiting, setWaiting] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const use = async (): Promise<void> => {
    setWaiting(true)
    setError(null)
    try {
      const { data } = await passkeyChallenge(client, {})
      const passkey = await readPasskey(data)
      // The user closed the browser's dialog.
      if (passkey) await signIn('/passkey', passkey)
    } catch (problem) {
      setError(problem)
    } finally {
      setWaiting(false)
    }
  }
  return (
    <div className="mt-3 grid gap-3">
      <Button look="plain" isWaiting={isWaiting} onClick={() => void use()}>
        <Fingerprint aria-hidden />
        Sign in with a passkey
      </Button>
      {error !== null && <Problem error={error} />}
    </div>
  )
}
