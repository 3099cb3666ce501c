// Asks for the password again where the bank requires a recent sign-in.
import { useEffect, useState } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { Form, Input } from '../design/form.tsx'
import { askBy } from '../proof.ts'

interface Asked {
  readonly prove: (password: string) => Promise<unknown>
  readonly end: (isProved: boolean) => void
}

export function ProveAgain() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(
    () =>
      askBy(
        (prove) =>
          new Promise((resolve) => {
            const end = (isProved: boolean): void => {
              setAsked(undefined)
              resolve(isProved)
            }
            setAsked({ prove, end })
          }),
      ),
    [],
  )
  return (
    <Dialog
      title="Confirm it is you"
      isOpen={asked !== undefined}
      onClose={() => asked?.end(false)}
    >
      <Form
        submit="Continue"
        onSubmit={async ({ password = '' }) => {
          await asked?.prove(password)
          asked?.end(true)
        }}
      >
        <p className="text-soft">This needs a recent sign-in. Enter your password to continue.</p>
        <Input
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          maxLength={255}
          hint="If you have no password, sign out and sign in again with your passkey."
        />
      </Form>
    </Dialog>
  )
}
