// Pagination for all lists: requests state page and per_page, answers have the rows and a `meta` object.
import { Type, type TSchema } from 'typebox'

/** No list shows more rows than this at once. */
export const PER_PAGE_MAX = 100

export const pageInput = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Page, from 1.' }),
  per_page: Type.Integer({
    minimum: 1,
    maximum: PER_PAGE_MAX,
    default: 20,
    description: 'Rows a page.',
  }),
}

export interface PageRequest {
  readonly page: number
  readonly per_page: number
}

export interface Page<Row> {
  readonly data: Row[]
  readonly meta: {
    readonly current_page: number
    readonly last_page: number
    readonly per_page: number
    readonly total: number
    readonly from: number | null
    readonly to: number | null
  }
}

export const PageMeta = Type.Object(
  {
    current_page: Type.Integer(),
    last_page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer({
      description:
        'The number of rows of all pages. Unbounded lists are counted up to 10,000; beyond that, the total is a lower bound.',
    }),
    from: Type.Union([Type.Integer(), Type.Null()]),
    to: Type.Union([Type.Integer(), Type.Null()]),
  },
  { $id: 'PageMeta' },
)

/** The schema of the rows of a page, or of a list with a `limit`. */
export const RowsOf = <Row extends TSchema>(row: Row) => Type.Array(row, { maxItems: PER_PAGE_MAX })

/** The schema of a page; REST adds `links`, because only it knows the URL of the request. */
export const PageOf = <Row extends TSchema & { readonly $id?: string }>(row: Row) =>
  Type.Object(
    { data: RowsOf(row), meta: PageMeta },
    row.$id === undefined ? {} : { $id: `${row.$id}Page` },
  )

/** Unbounded lists are counted up to here, so that the cost of a page depends only on its rows. */
export const COUNTED_MAX = 10_000

/** The total of a list that was counted up to COUNTED_MAX + 1; for a longer list, enough for one more page. */
export function boundedTotal(counted: number, rows: number, request: PageRequest): number {
  if (counted <= COUNTED_MAX) return counted
  const { offset, limit } = windowOf(request)
  return Math.max(COUNTED_MAX, offset + rows + (rows === limit ? 1 : 0))
}

/** Part of a list: how many rows to take, and how many to skip before them. */
export interface Window {
  readonly limit: number
  readonly offset: number
}

export const windowOf = ({ page, per_page }: PageRequest): Window => ({
  limit: per_page,
  offset: (page - 1) * per_page,
})

export function toPage<Row>(rows: Row[], total: number, request: PageRequest): Page<Row> {
  const before = windowOf(request).offset
  return {
    data: rows,
    meta: {
      current_page: request.page,
      last_page: Math.max(1, Math.ceil(total / request.per_page)),
      per_page: request.per_page,
      total,
      from: rows.length === 0 ? null : before + 1,
      to: rows.length === 0 ? null : before + rows.length,
    },
  }
}

/** Reads part of a list, and counts the whole list. */
export type Source<Row> = (
  window: Window,
) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>

/** A source for a list that is already in memory. */
export const listOf =
  <Row>(rows: readonly Row[]): Source<Row> =>
  async ({ limit, offset }) => ({ rows: rows.slice(offset, offset + limit), total: rows.length })

/** One page over several lists, as if they were one. */
export async function pageOver<Row>(
  sources: readonly Source<Row>[],
  request: PageRequest,
): Promise<Page<Row>> {
  const rows: Row[] = []
  let total = 0
  const whole = windowOf(request)
  for (const read of sources) {
    const offset = Math.max(whole.offset - total, 0)
    const found = await read({ limit: whole.limit - rows.length, offset })
    rows.push(...found.rows)
    total += found.total
  }
  return toPage(rows, total, request)
}

export const PageLinks = Type.Object(
  {
    first: Type.String(),
    last: Type.String(),
    prev: Type.Union([Type.String(), Type.Null()]),
    next: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'PageLinks' },
)

/** URLs of the first, last and neighbouring pages: the same query with another page number. */
export function pageLinks(meta: Page<unknown>['meta'], path: string, query: URLSearchParams) {
  const to = (page: number): string => {
    const next = new URLSearchParams(query)
    next.set('page', String(page))
    return `${path}?${next.toString()}`
  }
  return {
    first: to(1),
    last: to(meta.last_page),
    prev: meta.current_page > 1 ? to(meta.current_page - 1) : null,
    next: meta.current_page < meta.last_page ? to(meta.current_page + 1) : null,
  }
}
