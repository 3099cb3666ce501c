// Tests of what operators note about customers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'

let bank: Bank
let operator: Person
let ada: Person

beforeAll(async () => {
  bank = await startBank()
  operator = await bank.operator()
  ada = await bank.person()
})
afterAll(() => bank.stop())

const at = (user: { readonly uuid: string }, id = '') =>
  `/api/v2/users/${user.uuid}/notes${id === '' ? '' : `/${id}`}`
const write = (text: string, who: { token: string } = operator, about = ada) =>
  bank.call(`POST ${at(about)}`, { text }, who)
const list = async (query = '', about = ada) =>
  (await bank.call(`GET ${at(about)}${query}`, undefined, operator)).body
const correct = (id: string, text: string, version: number, about = ada) =>
  bank.call(`PUT ${at(about, id)}`, { text, version }, operator)

describe('customer_note.create', () => {
  it('keeps the text with its author and time, newest first', async () => {
    const { status, body } = await write('Called about a card payment.')
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      text: 'Called about a card payment.',
      version: 1,
      author_uuid: operator.uuid,
      author_name: 'Operator',
      corrected_at: null,
      earlier: [],
    })
    await write('Case 1842 is open.')
    const { data } = await list()
    expect(data.map((note: { text: string }) => note.text)).toEqual([
      'Case 1842 is open.',
      'Called about a card payment.',
    ])
    const { data: audited } = (
      await bank.call('GET /api/v2/audit?operation=customer_note.create', undefined, operator)
    ).body
    expect(audited[0]).toMatchObject({ target_uuid: ada.uuid, user_name: 'Operator' })
  })

  it('is for operators: the customer neither writes nor sees a note', async () => {
    expect((await write('Me', ada)).status).toBe(403)
    expect((await bank.call(`GET ${at(ada)}`, undefined, ada)).status).toBe(403)
    const { body } = await bank.call('GET /api/v2/events?limit=100', undefined, ada)
    expect(JSON.stringify(body)).not.toContain('Case 1842')
  })

  it('refuses an empty text, a long one, and a user who does not exist', async () => {
    expect((await write('   ')).status).toBe(422)
    expect((await write('x'.repeat(4001))).status).toBe(422)
    const nobody = { ...ada, uuid: operator.uuid.replace(/.{4}$/, '0000') }
    expect((await write('Who?', operator, nobody)).status).toBe(404)
  })
})

describe('customer_note.correct', () => {
  it('shows the new text and keeps the earlier ones', async () => {
    const { id } = (await write('Has a dog')).body.data
    const { data } = (await correct(id, 'Has a cat', 1)).body
    expect(data).toMatchObject({ text: 'Has a cat', version: 2 })
    expect(data.corrected_at).not.toBeNull()
    expect(data.earlier).toEqual([expect.objectContaining({ text: 'Has a dog', version: 1 })])
    const shown = await bank.call(`GET ${at(ada, id)}`, undefined, operator)
    expect(shown.body.data).toEqual(data)
    const { data: audited } = (
      await bank.call('GET /api/v2/audit?operation=customer_note.correct', undefined, operator)
    ).body
    expect(audited[0].changes).toContainEqual({
      field: 'text',
      before: 'Has a dog',
      after: 'Has a cat',
    })
  })

  it('refuses a version that is not the current one, and a race has one winner', async () => {
    const { id } = (await write('First')).body.data
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => correct(id, text, 1)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const late = await correct(id, 'd', 1)
    expect(late.body.error).toMatchObject({ code: 'NOTE_CHANGED', details: { version: 2 } })
  })

  it('ends at twenty versions', async () => {
    const { id } = (await write('1')).body.data
    for (let version = 1; version < 20; version++)
      expect((await correct(id, String(version + 1), version)).status).toBe(200)
    const { status, body } = await correct(id, '21', 20)
    expect([status, body.error.code]).toEqual([422, 'NOTE_LIMIT_EXCEEDED'])
  })

  it('does not find a note of another user', async () => {
    const { id } = (await write('Of Ada')).body.data
    const eve = await bank.person()
    expect((await correct(id, 'x', 1, eve)).status).toBe(404)
    expect((await bank.call(`GET ${at(eve, id)}`, undefined, operator)).status).toBe(404)
  })
})

describe('customer_note.list', () => {
  it('is read in pages, along an index', async () => {
    const eve = await bank.person()
    for (let n = 1; n <= 5; n++) await write(`Note ${n}`, operator, eve)
    const first = await list('?limit=2', eve)
    const second = await list(`?limit=3&before=${first.next}`, eve)
    expect([...first.data, ...second.data].map((note: { text: string }) => note.text)).toEqual(
      [5, 4, 3, 2, 1].map((n) => `Note ${n}`),
    )
    expect(second.next).toBeNull()
    const plan = await bank.sql<{ 'QUERY PLAN': string }>(
      `explain select * from customer_notes.notes where user_uuid = '${eve.uuid}' order by id desc limit 20`,
    )
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index/)
  })
})
