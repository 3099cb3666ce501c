// No list is shown at greater length than can be asked for, and pages lead through all of it.
import { expect } from 'vitest'
import type { AnyOperation } from '../../../src/operation/operation.ts'
import type { JsonSchema } from '../../../src/operation/shape.ts'
import type { Answer, Bank, Person } from '../../harness/bank.ts'
import { addRow, examples } from '../examples.ts'
import { ask, type Input, rowsIn } from '../lists.ts'
import { needsPartner, partnerHeaders } from '../partner-keys.ts'
import type { Routed } from '../scenes.ts'
import { fieldsOf } from '../send.ts'
import { questionAbout } from './question.ts'

interface Bounded extends JsonSchema {
  readonly maximum?: number
}

interface Bound extends Routed {
  readonly field: string
  readonly most: number
}

const boundOf = (one: Routed, field: string): Bound[] => {
  const schema: Bounded | undefined = fieldsOf(one.op)[field]
  const most = schema?.maximum
  if (!one.isFirst || most === undefined) return []
  return [{ ...one, at: `${one.name} ${field}`, field, most }]
}

export const bound = questionAbout(
  'the number of rows that is asked for bounds what is shown',
  (one) => ['per_page', 'limit'].flatMap((field) => boundOf(one, field)),
  async ({ op, field, most }, scene, scenes) => {
    const { bank } = scenes
    const { person, valid } = await scenes.renew(op, scene)
    const one = await ask(bank, op, { ...valid, [field]: 1 }, person)
    expect(one.status, JSON.stringify(one.body)).toBe(200)
    expect(rowsIn(one.body).length).toBeLessThanOrEqual(1)
    const all = await ask(bank, op, { ...valid, [field]: most }, person)
    expect(all.status, JSON.stringify(all.body)).toBe(200)
    for (const wrong of [0, most + 1]) {
      const refused = await ask(bank, op, { ...valid, [field]: wrong }, person)
      expect(refused.status).toBe(422)
      expect(refused.body.errors).toHaveProperty(field)
    }
  },
)

/** The id of a row stands first in it, or is called so; a row without one is compared as a whole. */
const idOf = (row: unknown): unknown => {
  const fields = Object.entries(row as object)
  const isId = (name: string, at: number): boolean =>
    name === 'id' || name === 'uuid' || name === 'date' || (at === 0 && /_(id|uuid)$/.test(name))
  return fields.find(([name], at) => isId(name, at))?.[1] ?? row
}

const follow = async (
  bank: Bank,
  link: string,
  op: AnyOperation,
  { token }: Person,
): Promise<Answer> =>
  bank.call(`GET ${link.slice(link.indexOf('/api'))}`, undefined, {
    token,
    headers: needsPartner(op) ? await partnerHeaders(bank, token) : {},
  })

const numberOf = (link: string | null): number | null =>
  link === null ? null : Number(new URL(link).searchParams.get('page'))

const isPaged = ({ op, route, isFirst }: Routed): boolean =>
  isFirst && fieldsOf(op).per_page !== undefined && route.envelope.endsWith('page')

/** How many rows each list had. */
export const sizes = new Map<string, number>()

/** Examples that make something make more of it, and may move the clock, so that it is asked last. */
export const paged = questionAbout(
  'pages lead through all of a list',
  (one) => (isPaged(one) ? boundOf(one, 'per_page') : []),
  async ({ name, op, most }, { person }, { bank }) => {
    let input: Input = {}
    // The scene has one of it.
    for (let time = 1; time < 3; time++) input = await examples[name]!.input(bank, person)
    for (let time = 1; time < 4; time++) await addRow(name, bank, person, input)
    const all = await ask(bank, op, { ...input, per_page: most }, person)
    const { total } = all.body.meta
    const shown = Math.min(total, 5)
    const rows: unknown[] = []
    let page = await ask(bank, op, { ...input, per_page: 1 }, person)
    for (let number = 1; number <= Math.max(shown, 1); number++) {
      const { data, meta, links } = page.body
      expect(data.length, 'rows of a page of one').toBeLessThanOrEqual(1)
      rows.push(...data)
      const last = Math.max(total, 1)
      expect(meta).toMatchObject({ current_page: number, last_page: last, per_page: 1, total })
      expect({
        first: numberOf(links.first),
        prev: numberOf(links.prev),
        next: numberOf(links.next),
        last: numberOf(links.last),
      }).toEqual({
        first: 1,
        prev: number === 1 ? null : number - 1,
        next: number === last ? null : number + 1,
        last,
      })
      if (links.next !== null) page = await follow(bank, links.next, op, person)
    }
    // The same rows in the same order, whether they are read one by one or at once. The bank may have gone on with
    // some of them meanwhile, so their ids are compared.
    expect(rows.map(idOf)).toEqual(all.body.data.slice(0, shown).map(idOf))
    const end = await follow(bank, all.body.links.last, op, person)
    expect(end.body.links.next).toBeNull()
    sizes.set(name, total)
  },
)
