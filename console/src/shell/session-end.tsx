// Asks to sign in again over the page whose session has ended, so that what was typed there is kept.
import { Button } from '../design/button.tsx'
import { Dialog, useHoldOpen } from '../design/dialog.tsx'
import { ABOUT_CODE, CodeForm, SignInForm } from '../pages/sign-in/forms.tsx'
import { leave, useSession, useSignIn, useUser } from '../session.ts'

export function SessionEnd() {
  const hasEnded = useSession().data?.has_ended === true
  return (
    <Dialog title="Your session has ended" isOpen={hasEnded} onClose={() => {}}>
      <Content />
    </Dialog>
  )
}

function Content() {
  const { email } = useUser()
  const needsCode = useSession().data?.needs_code === true
  const signIn = useSignIn()
  useHoldOpen(true)
  return (
    <>
      <p className="mb-4 text-soft">
        {needsCode ? ABOUT_CODE : 'Sign in to continue. What you typed on the page is kept.'}
      </p>
      {needsCode ? <CodeForm signIn={signIn} /> : <SignInForm signIn={signIn} email={email} />}
      <div className="mt-4 text-center">
        <Button look="quiet" size="small" onClick={() => void leave()}>
          Leave this page
        </Button>
      </div>
    </>
  )
}
