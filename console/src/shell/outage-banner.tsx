// Says above the page that the bank does not answer, until it does.
import { useAnswering } from '../outage.ts'
import { icon } from '../design/icons.tsx'

const Unplug = icon('unplug')

export function OutageBanner() {
  const isAnswering = useAnswering()
  return (
    // Always there, so that screen readers announce what appears in it.
    <div aria-live="polite" className="sticky top-0 z-50">
      {!isAnswering && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-gold-bg px-4 py-2 font-medium text-gold">
          <Unplug className="size-4" aria-hidden />
          The bank does not answer. Trying again…
        </p>
      )}
    </div>
  )
}
