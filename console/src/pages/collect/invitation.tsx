// What a user who is signed out sees at the link of a mail about money that waits for them.
import { buttonStyle } from '../../design/button.tsx'
import { PageHead } from '../../design/page.tsx'
import { FormLink } from '../sign-in/form-link.tsx'

export function Invitation() {
  return (
    <>
      <PageHead title="Money waits for you" />
      <div className="grid gap-4">
        <p className="text-soft">
          A customer of this bank sent money to your e-mail address. To collect it, sign in with
          that address. If you are not a customer yet, open an account with it.
        </p>
        <p className="text-soft">
          Nothing is collected until you press Collect on the next page. If you do not want the
          money, do nothing: it is returned to the sender.
        </p>
        <FormLink form="sign-in" className={buttonStyle()}>
          Sign in
        </FormLink>
        <FormLink form="sign-up" className={buttonStyle({ look: 'plain' })}>
          Open an account
        </FormLink>
      </div>
    </>
  )
}
