// Who the viewer is to the bank: name, e-mail, identity check, and how the console looks.
import { Link } from '@tanstack/react-router'
import { cardholderList } from '../../../../sdk/client/operations.ts'
import { useRead } from '../../bank.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { PageHead } from '../../design/page.tsx'
import { When } from '../../design/time.tsx'
import { useUser } from '../../session.ts'
import { ThemeButton } from '../../shell/theme-button.tsx'

export function Page() {
  return (
    <>
      <PageHead title="Profile" reference="operations/user.get" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <PersonCard />
        <div className="grid gap-5">
          <IdentityCard />
          <DisplayCard />
        </div>
      </div>
    </>
  )
}

function PersonCard() {
  const { name, email, email_verified_at, created_at, uuid, two_factor_confirmed_at } = useUser()
  return (
    <Card
      title="You"
      action={
        <Link to="/security" className={buttonStyle({ look: 'plain', size: 'small' })}>
          Security
        </Link>
      }
    >
      <Facts
        rows={[
          [
            'Name',
            <span key="name" className="wrap-anywhere">
              {name}
            </span>,
          ],
          [
            'E-mail',
            <span key="email" className="wrap-anywhere">
              {email}
            </span>,
          ],
          [
            'E-mail confirmed',
            email_verified_at === null ? (
              <Badge key="confirmed" word="not yet" tone="gold" />
            ) : (
              <When key="confirmed" at={email_verified_at} isDay />
            ),
          ],
          ['Two-factor sign-in', two_factor_confirmed_at === null ? 'Off' : 'On'],
          ['Customer since', <When key="since" at={created_at} isDay />],
          [
            'Customer number',
            <code key="uuid" className="text-sm break-all">
              {uuid}
            </code>,
          ],
        ]}
      />
      <p className="mt-4 text-sm text-soft">
        Others find you by your name when they send you money. To change your name or your e-mail
        address, ask the bank.
      </p>
    </Card>
  )
}

const STATES: Readonly<Record<string, { word: string; tone: Tone; next: string }>> = {
  not_started: {
    word: 'not checked',
    tone: 'plain',
    next: 'Ask the bank to verify your identity: it compares your documents and records the result. You need it to buy and sell crypto, to collect by direct debit, and for higher limits of GCU; a sandbox asks for none.',
  },
  pending: {
    word: 'in review',
    tone: 'gold',
    next: 'The bank compares your documents. You need to do nothing until it tells you.',
  },
  approved: {
    word: 'checked',
    tone: 'good',
    next: 'The bank knows who you are. You need to do nothing.',
  },
  rejected: {
    word: 'not accepted',
    tone: 'bad',
    next: 'The bank could not confirm who you are. Ask the bank which document is missing, and send it again.',
  },
}

function IdentityCard() {
  const { kyc_status, kyc_level } = useUser()
  const holders = useRead('cardholders', cardholderList, { per_page: 1 })
  const state = STATES[kyc_status] ?? { word: kyc_status, tone: 'plain' as const, next: '' }
  const holder = holders.data?.data[0]
  return (
    <Card title="Identity check">
      <Facts
        rows={[
          ['State', <Badge key="state" word={state.word} tone={state.tone} />],
          ...(kyc_level === null ? [] : [['Level', kyc_level] as const]),
          ...(holder === undefined
            ? []
            : [['At the card platform', <Badge key="card" word={holder.kyc_status} />] as const]),
        ]}
      />
      <p className="mt-3 text-soft">{state.next}</p>
      {holder !== undefined && holder.kyc_reason !== null && (
        <p className="mt-2 text-sm text-bad">{holder.kyc_reason}</p>
      )}
    </Card>
  )
}

function DisplayCard() {
  return (
    <Card title="Display" action={<ThemeButton />}>
      <Facts
        rows={[
          ['Language', 'English'],
          ['Numbers and dates as in', new Intl.DateTimeFormat().resolvedOptions().locale],
          ['Time zone', new Intl.DateTimeFormat().resolvedOptions().timeZone],
        ]}
      />
    </Card>
  )
}
