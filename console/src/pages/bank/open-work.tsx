// What waits for operators: the queues of all domains, with the page where each is handled.
import { Link } from '@tanstack/react-router'
import { workQueueList } from '../../../../sdk/client/operations.ts'
import type { WorkQueue } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { icon } from '../../design/icons.tsx'
import { Show } from '../../design/state.tsx'
import { AGAIN_MS } from './index.tsx'

const CircleCheck = icon('circle-check')

export function OpenWork() {
  const read = useRead('bank-overview', workQueueList, {}, () => AGAIN_MS)
  return (
    <Card title="Open work" hint="What waits for an operator." isFlush>
      <Show read={read} lines={4}>
        {({ data }) => <Queues queues={data} />}
      </Show>
    </Card>
  )
}

function Queues({ queues }: { readonly queues: readonly WorkQueue[] }) {
  const waiting = queues.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  const empty = queues.filter(({ count }) => count === 0)
  return (
    <>
      {waiting.length === 0 && (
        <p className="mx-5 mb-4 flex gap-2 rounded-lg bg-good-bg px-3 py-2 text-good">
          <CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden />
          Nothing waits for you.
        </p>
      )}
      <ul aria-label="Open work" className={waiting.length > 0 ? 'border-t border-line' : ''}>
        {waiting.map((queue) => (
          <Queue key={queue.name} queue={queue} />
        ))}
      </ul>
      {empty.length > 0 && (
        <details className="border-t border-line px-5 py-3 text-sm text-soft">
          <summary className="cursor-pointer hover:text-ink">
            {empty.length} without open work
          </summary>
          <ul aria-label="Without open work" className="mt-2 grid gap-1">
            {empty.map(({ name, title, page }) => (
              <li key={name}>
                {page === null ? (
                  title
                ) : (
                  <Link to={page} className="hover:text-ink hover:underline">
                    {title}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Queue({ queue }: { readonly queue: WorkQueue }) {
  const { title, advice, count, has_more, page } = queue
  return (
    <li className="relative flex items-start justify-between gap-4 border-b border-line px-5 py-3 last:border-0 hover:bg-sunk/60">
      <div className="min-w-0">
        {page === null ? (
          <p className="font-medium">{title}</p>
        ) : (
          <Link to={page} className="font-medium before:absolute before:inset-0 hover:underline">
            {title}
          </Link>
        )}
        <p className="text-sm text-soft">{advice}</p>
      </div>
      <span className="figures rounded-full bg-gold-bg px-2.5 py-0.5 text-sm font-semibold text-gold">
        {count.toLocaleString()}
        {has_more && '+'}
      </span>
    </li>
  )
}
