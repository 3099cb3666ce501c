// Lists are asked for and answered in one way everywhere: page and per_page in, a full envelope out.
import { Type, type TSchema } from 'typebox'

export const pageInput = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Page, from 1.' }),
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Rows a page.' }),
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

const PageMeta = Type.Object(
  {
    current_page: Type.Integer(),
    last_page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
    from: Type.Union([Type.Integer(), Type.Null()]),
    to: Type.Union([Type.Integer(), Type.Null()]),
  },
  { $id: 'PageMeta' },
)

/** The schema of a page; the REST door adds `links`, because only it knows its own address. */
export const PageOf = <Row extends TSchema & { readonly $id?: string }>(row: Row) =>
  Type.Object(
    { data: Type.Array(row), meta: PageMeta },
    row.$id === undefined ? {} : { $id: `${row.$id}Page` },
  )

export function toPage<Row>(rows: Row[], total: number, request: PageRequest): Page<Row> {
  const before = (request.page - 1) * request.per_page
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

export const PageLinks = Type.Object(
  {
    first: Type.String(),
    last: Type.String(),
    prev: Type.Union([Type.String(), Type.Null()]),
    next: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'PageLinks' },
)

/** Addresses of the neighbouring pages: the same query with another page number. */
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
