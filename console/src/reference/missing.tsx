// The page of an address that the reference does not have: it says so, and offers the search.
import { Link } from './address.tsx'
import type { Entry } from './search.ts'
import { SearchField } from './search-field.tsx'
import { Mono } from './text.tsx'
import { Title } from './title.tsx'

interface MissingProps {
  readonly place: string
  readonly search: (text: string) => Entry[]
}

export function Missing({ place, search }: MissingProps) {
  return (
    <div className="grid max-w-xl gap-4">
      <header>
        <Title text="There is no such page" />
        <p className="mt-1 text-soft">
          The reference has no page <Mono>{place}</Mono>. It may have another name now: search for a
          word of it, or{' '}
          <Link to="" className="text-accent underline">
            go to the beginning
          </Link>
          .
        </p>
      </header>
      <div>
        <SearchField search={search} />
      </div>
    </div>
  )
}
