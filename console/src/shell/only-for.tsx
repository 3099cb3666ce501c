// Guards a page that requires a role. The bank rejects its calls in any case; this says so in one sentence instead of
// showing forms that cannot be sent.
import { Link } from '@tanstack/react-router'
import { icon } from '../design/icons.tsx'
import type { ReactNode } from 'react'
import { buttonStyle } from '../design/button.tsx'
import { Card } from '../design/card.tsx'
import { PageHead } from '../design/page.tsx'
import { Empty } from '../design/state.tsx'
import { useUser } from '../session.ts'

const Lock = icon('lock')

const WHO: Readonly<Record<string, string>> = { admin: 'operators of the bank' }

interface OnlyForProps {
  readonly role: string
  /** The name of the page. */
  readonly name: string
  readonly children: ReactNode
}

export function OnlyFor({ role, name, children }: OnlyForProps) {
  const { roles } = useUser()
  if (roles.includes(role)) return children
  return (
    <>
      <PageHead title={name} />
      <Card>
        <Empty
          icon={Lock}
          title={`This page is for ${WHO[role] ?? `users with the role “${role}”`}.`}
          action={
            <Link to="/" className={buttonStyle({ look: 'plain' })}>
              Go to the overview
            </Link>
          }
        />
      </Card>
    </>
  )
}
