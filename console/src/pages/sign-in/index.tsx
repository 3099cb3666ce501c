// Signing in and up. The pages for a forgotten password are the bank's own forms, which work without scripts as well.
import { PageHead } from '../../design/page.tsx'
import { type Session, useSignIn } from '../../session.ts'
import { COLLECT, forms, isCollecting } from '../../shell/forms.ts'
import { Invitation } from '../collect/invitation.tsx'
import { SignUpForm } from '../sign-up/index.tsx'
import { Below, linkStyle } from './below.tsx'
import { FormLink } from './form-link.tsx'
import { ABOUT_CODE, CodeForm, SignInForm } from './forms.tsx'
import { Newcomers } from './newcomers.tsx'

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
          <>
            <PageHead title="Confirm it is you" hint={ABOUT_CODE} />
            <CodeForm signIn={signIn} />
          </>
        ) : path === COLLECT ? (
          <Invitation />
        ) : isNew ? (
          <SignUpForm signIn={signIn} />
        ) : (
          <>
            <PageHead title="Sign in" />
            <SignInForm signIn={signIn} />
            <OtherWays hasNewcomers={isOffering} />
          </>
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

function OtherWays({
  hasNewcomers,
}: {
  /** Whether new users are addressed below the form. */
  readonly hasNewcomers: boolean
}) {
  return (
    <>
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
