// Opening an account with the bank.
import { Form, Input } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import type { SignIn } from '../../session.ts'
import { Below, linkStyle } from '../sign-in/below.tsx'
import { FormLink } from '../sign-in/form-link.tsx'

export function SignUpForm({ signIn }: { readonly signIn: SignIn }) {
  return (
    <>
      <PageHead
        title="Open an account"
        hint="It takes a minute, and you can receive money at once."
      />
      <Form isWide submit="Open the account" onSubmit={(values) => signIn('/register', values)}>
        <Input label="Name" name="name" autoComplete="name" required maxLength={255} />
        <Input
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={255}
        />
        <Input
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          maxLength={255}
          hint="At least eight characters, with upper- and lowercase letters, a digit and a symbol."
        />
      </Form>
      <Below>
        Already a customer?{' '}
        <FormLink form="sign-in" className={linkStyle}>
          Sign in
        </FormLink>
      </Below>
    </>
  )
}
