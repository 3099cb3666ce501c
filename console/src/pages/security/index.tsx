// How the viewer signs in, and from where: password, second factor, passkeys, phones, and ending all sessions.
import { PageHead } from '../../design/page.tsx'
import { DevicesCard } from './devices.tsx'
import { PasskeysCard } from './passkeys.tsx'
import { PasswordCard, SignOutCard } from './password.tsx'
import { SessionsCard } from './sessions.tsx'
import { TwoFactorCard } from './two-factor.tsx'

export function Page() {
  return (
    <>
      <PageHead title="Security" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <TwoFactorCard />
          <PasswordCard />
        </div>
        <div className="grid gap-5">
          <PasskeysCard />
          <SignOutCard />
        </div>
      </div>
      <SessionsCard />
      <DevicesCard />
    </>
  )
}
