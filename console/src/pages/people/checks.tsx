// What was checked about a user: their identity, and matches of their name with the sanctions list.
import { Link } from '@tanstack/react-router'
import { sanctionsHits } from '../../../../sdk/client/operations.ts'
import type { PersonDetail } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

const HITS_MAX = 5

export function Checks({ person }: { readonly person: PersonDetail }) {
  const { name, kyc_status, email_verified_at } = person
  const read = useRead('sanctions', sanctionsHits, { name, page: 1, per_page: HITS_MAX })
  return (
    <Card
      title="Checks"
      action={
        <Link to="/compliance" className="text-sm text-accent hover:underline">
          Compliance
        </Link>
      }
    >
      <Facts
        rows={[
          ['Identity', <Badge key="identity" word={kyc_status} />],
          [
            'E-mail address',
            email_verified_at === null ? (
              'not confirmed'
            ) : (
              <>
                confirmed <When at={email_verified_at} isDay />
              </>
            ),
          ],
        ]}
      />
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p className="mt-2 text-sm text-soft">No match of this name with the sanctions list.</p>
          ) : (
            <>
              <ul aria-label="Sanctions matches" className="mt-2 grid gap-2">
                {data.map(({ hit_id, entry_name, program, status }) => (
                  <li key={hit_id} className="flex items-start justify-between gap-3">
                    <span className="min-w-0 text-sm break-words">
                      {entry_name}
                      <span className="block text-soft">{program}</span>
                    </span>
                    <Badge word={status} />
                  </li>
                ))}
              </ul>
              {meta.total > HITS_MAX && (
                <p className="mt-2 text-sm text-soft">and {meta.total - HITS_MAX} more</p>
              )}
            </>
          )
        }
      </Show>
    </Card>
  )
}
