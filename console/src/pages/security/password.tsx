// Changing the password, and ending every session.
import { authChangePassword, authLogoutAll } from '../../../../sdk/client/operations.ts'
import { queries, refresh, useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Problem } from '../../design/state.tsx'

/** The bank ends all sessions with the change, this one too. */
export function PasswordCard() {
  const change = useWrite(authChangePassword)
  return (
    <Card title="Password">
      <Form
        submit="Change the password"
        onSubmit={async ({ current_password = '', new_password = '' }) => {
          await change.mutateAsync({ current_password, new_password })
          await refresh(queries, ['session'])
        }}
      >
        <Input
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={255}
        />
        <Input
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          maxLength={255}
          hint="You sign in again with it, here and everywhere."
        />
      </Form>
    </Card>
  )
}

export function SignOutCard() {
  const end = useWrite(authLogoutAll, ['session'])
  return (
    <Card title="Sign out everywhere">
      <div className="grid justify-items-start gap-3">
        <p className="text-soft">
          Ends your sessions on all machines, also this one. Keys and programs that you connected
          stay.
        </p>
        {end.error && <Problem error={end.error} />}
        <Button look="danger" isWaiting={end.isPending} onClick={() => end.mutate({})}>
          Sign out everywhere
        </Button>
      </div>
    </Card>
  )
}
