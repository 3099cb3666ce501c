// Signing in and up. The pages for a forgotten password are the bank's own forms, which work without scripts as well.
import { Link } from '@tanstack/react-router'
import { PageHead } from '../../design/page.tsx'
import { type Session, useSignIn } from '../../session.ts'
import { SignUpForm } from '../sign-up/index.tsx'
import { Below, linkStyle } from './below.tsx'
import { ABOUT_CODE, CodeForm, SignInForm } from './forms.tsx'
import { Newcomers } from './newcomers.tsx'

export function Welcome({
  session,
  isNew,
}: {
  readonly session: Session
  readonly isNew: boolean
}) {
  const signIn = useSignIn()
  const isSandbox = session.bank.mode === 'sandbox'
  return (
    <div className="grid min-h-dvh content-start justify-items-center px-4 pt-[9vh] pb-12">
      <div className="brand mb-6 text-2xl">
        Florin<span>.</span>
      </div>
      <main className="w-full max-w-[26rem] rounded-2xl border border-line bg-card p-6 shadow-[0_1px_2px_var(--shadow)] sm:p-8">
        {session.needs_code ? (
          <>
            <PageHead title="Confirm it is you" hint={ABOUT_CODE} />
            <CodeForm signIn={signIn} />
          </>
        ) : isNew ? (
          <SignUpForm signIn={signIn} />
        ) : (
          <>
            <PageHead title="Sign in" />
            <SignInForm signIn={signIn} />
            <OtherWays isSandbox={isSandbox} />
          </>
        )}
      </main>
      {isSandbox && !session.needs_code && <Newcomers isNew={isNew} />}
      <footer className="mt-6 text-center text-sm text-soft">
        <a className="underline underline-offset-2 hover:text-ink" href="/api/docs">
          API reference
        </a>{' '}
        · Version {session.bank.version}
      </footer>
    </div>
  )
}

function OtherWays({ isSandbox }: { readonly isSandbox: boolean }) {
  return (
    <>
      <Below>
        <a href="/oauth/password/forgot" className={linkStyle}>
          Forgotten your password?
        </a>
      </Below>
      {!isSandbox && (
        <Below>
          New here?{' '}
          <Link to="/sign-up" className={linkStyle}>
            Open an account
          </Link>
        </Below>
      )}
    </>
  )
}
