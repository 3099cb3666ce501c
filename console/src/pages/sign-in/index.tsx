// Signing in and up: password, second factor, passkey. The pages for a forgotten password are the bank's own forms,
// which work without scripts as well.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { passkeyChallenge } from '../../../../sdk/client/operations.ts'
import { client } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Form, Input } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Problem } from '../../design/state.tsx'
import { canUsePasskeys, readPasskey } from '../../passkeys.ts'
import { type Session, type SignIn, useSignIn } from '../../session.ts'
import { COLLECT, forms, isCollecting } from '../../shell/forms.ts'
import { Invitation } from '../collect/invitation.tsx'
import { SignUpForm } from '../sign-up/index.tsx'
import { Below, linkStyle } from './below.tsx'
import { FormLink } from './form-link.tsx'
import { Newcomers } from './newcomers.tsx'

const Fingerprint = icon('fingerprint-pattern')

export function Welcome({ session, path }: { readonly session: Session; readonly path: string }) {
  const signIn = useSignIn()
  const isNew = forms.get(path)?.form === 'sign-up'
  // Only there to collect money: other things to do would lead away from the code.
  const isOffering = session.bank.mode === 'sandbox' && !isCollecting(path)
  return (
    <div className="grid min-h-dvh content-start justify-items-center px-4 pt-[9vh] pb-12">
      <div className="brand mb-6 text-2xl">
        Florin<span>.</span>
      </div>
      <main className="w-full max-w-[26rem] rounded-2xl border border-line bg-card p-6 shadow-[0_1px_2px_var(--shadow)] sm:p-8">
        {forms.get(path)?.next === COLLECT && (
          <p className="mb-4 text-soft">Use the e-mail address that got the mail.</p>
        )}
        {session.needs_code ? (
          <CodeForm signIn={signIn} />
        ) : path === COLLECT ? (
          <Invitation />
        ) : isNew ? (
          <SignUpForm signIn={signIn} />
        ) : (
          <SignInForm signIn={signIn} hasNewcomers={isOffering} />
        )}
      </main>
      {isOffering && !session.needs_code && <Newcomers isNew={isNew} />}
      <footer className="mt-6 text-center text-sm text-soft">
        <a className="underline underline-offset-2 hover:text-ink" href="/api/docs">
          API reference
        </a>{' '}
        · Version {session.bank.version}
      </footer>
    </div>
  )
}

function SignInForm({
  signIn,
  hasNewcomers,
}: {
  readonly signIn: SignIn
  /** Whether new users are addressed below the form. */
  readonly hasNewcomers: boolean
}) {
  return (
    <>
      <PageHead title="Sign in" />
      <Form isWide submit="Sign in" onSubmit={(values) => signIn('', values)}>
        <Input
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username webauthn"
          required
          maxLength={255}
        />
        <Input
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={255}
        />
      </Form>
      {canUsePasskeys() && <PasskeyButton signIn={signIn} />}
      <Below>
        <a href="/oauth/password/forgot" className={linkStyle}>
          Forgotten your password?
        </a>
      </Below>
      {!hasNewcomers && (
        <Below>
          New here?{' '}
          <FormLink form="sign-up" className={linkStyle}>
            Open an account
          </FormLink>
        </Below>
      )}
    </>
  )
}

function CodeForm({ signIn }: { readonly signIn: SignIn }) {
  return (
    <>
      <PageHead
        title="Confirm it is you"
        hint="Enter the six digits from your authenticator app, or a recovery code."
      />
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
    </>
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
