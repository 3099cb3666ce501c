// Asks a user whose e-mail address is not confirmed yet for the code from the mail, above every page.
import { authResendVerification, authVerifyEmail } from '../../../sdk/client/operations.ts'
import { useWrite } from '../bank.ts'
import { Button } from '../design/button.tsx'
import { Card } from '../design/card.tsx'
import { Form, Input } from '../design/form.tsx'
import { Problem } from '../design/state.tsx'

interface ConfirmEmailProps {
  readonly email: string
  readonly isSandbox: boolean
}

export function ConfirmEmail({ email, isSandbox }: ConfirmEmailProps) {
  const verify = useWrite(authVerifyEmail, ['session'])
  const resend = useWrite(authResendVerification)
  return (
    <Card title="Confirm your e-mail address" className="mb-5">
      <Form
        submit="Confirm"
        other={
          <Button look="plain" isWaiting={resend.isPending} onClick={() => resend.mutate({})}>
            Send a new code
          </Button>
        }
        onSubmit={({ code = '' }) => verify.mutateAsync({ code })}
      >
        <p className="text-soft">
          We sent a code to {email}. Until you enter it, you can receive money but not send it.
          {isSandbox &&
            ' In this sandbox, e-mails are files in the folder “outbox” of the bank’s data directory.'}
        </p>
        <Input label="Code from the e-mail" name="code" required maxLength={64} />
        {resend.data && (
          <p role="status" className="rise rounded-lg bg-good-bg px-4 py-3 text-good">
            {resend.data.message}
          </p>
        )}
        {resend.error && <Problem error={resend.error} />}
      </Form>
    </Card>
  )
}
