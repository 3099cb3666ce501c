// ISO 20022 over HTTP: raw XML and JSON, both forms of generation, large files, and refusals.
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { hasOutsideFiles, NEEDS_OUTSIDE_FILES } from '../../../../test/harness/outside.ts'
import type { LongWork } from '../../../operation/long-work.ts'
import type { Context } from '../../../operation/operation.ts'
import { TemporaryFiles } from '../../../platform/temporary-files.ts'
import { tasksOf, Workers } from '../../../platform/workers.ts'
import type * as fileTasks from './file-tasks.ts'
import { readToFile } from './file-tasks.ts'
import { readMessage, writeMessage } from './message.ts'
import { messageTypes } from './messages/index.ts'
import { makeOperations } from './operations.ts'
import { type WritableEntry, writeNotification, writeStatement } from './statements.ts'
import {
  contentOf,
  itForEachSample,
  sampleOf,
  validateAnyVersion,
  validateBySchema,
  versionsWithSchema,
} from './test-support.ts'

const task = tasksOf<typeof fileTasks>(new URL('./file-tasks.ts', import.meta.url))

let bank: Bank
let person: Person
let folder: string
beforeAll(async () => {
  bank = await startBank()
  person = await bank.person()
  folder = await mkdtemp(join(tmpdir(), 'iso20022-'))
})
afterAll(async () => {
  await bank.stop()
  await rm(folder, { recursive: true })
})

const inFolder = (name: string): string => join(folder, name)
const pathsOf = (name: string) => ({
  from: inFolder(name),
  to: inFolder(`${name}.json`),
  beside: inFolder(`${name}.flat`),
})

const at = (what: string) => `POST /api/v1/iso20022/${what}`
const sendXml = (what: string, xml: string, type = 'application/xml', headers = {}) =>
  bank.call(at(what), xml, {
    token: person.token,
    raw: true,
    headers: { 'Content-Type': type, ...headers },
  })
const send = (what: string, body: object, headers = {}) =>
  bank.call(at(what), body, { token: person.token, headers })

describe('iso20022.parse', () => {
  itForEachSample('reads raw XML and JSON alike', async ({ text }) => {
    const raw = await sendXml('parse', text)
    expect(raw.status).toBe(200)
    expect(raw.body).toEqual({ success: true, data: readMessage(text) })
    expect((await send('parse', { xml: text })).body).toEqual(raw.body)
    expect((await sendXml('parse', text, 'text/xml; charset=utf-8')).body).toEqual(raw.body)
  })

  it('refuses with the line and the path', async () => {
    const cut = sampleOf('order-national-scheme').slice(0, 3000)
    const { status, body } = await sendXml('parse', cut)
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'INVALID_MESSAGE',
      details: { code: 'NOT_WELL_FORMED', line: cut.split('\n').length },
    })
    const { status: empty, body: missing } = await send('parse', {})
    expect(empty).toBe(422)
    expect(missing.errors).toEqual({ xml: ['The xml field is required.'] })
  })

  it('reads what is too long for the serving thread in a worker', async () => {
    const text = sampleOf('statement-older').replace(
      '<GrpHdr>',
      `${'<!-- - -->\n'.repeat(5000)}<GrpHdr>`,
    )
    expect(text.length).toBeGreaterThan(32_768)
    expect((await sendXml('parse', text)).body.data).toEqual(readMessage(text))
    const cut = await sendXml('parse', text.slice(0, -10))
    expect(cut.status).toBe(422)
    expect(cut.body.error.details).toMatchObject({ code: 'NOT_WELL_FORMED' })
  })
})

const header = {
  message_id: 'M1',
  creation_date_time: '2026-03-01T12:00:00Z',
  statement_id: 'S1',
  account_iban: 'DE89370400440532013000',
  currency: 'EUR',
  from_date: '2026-03-01',
  to_date: '2026-03-01',
  opening_balance: '0.00',
}

async function* entries(count: number): AsyncGenerator<WritableEntry> {
  for (let number = 0; number < count; number++)
    yield {
      reference: `R${number}`,
      amount: '0.01',
      credit_debit: 'CRDT',
      booking_date: '2026-03-01',
      description: `Invoice ${number} & <more>`,
    }
}

const cents = (count: number) => (count / 100).toFixed(2)

async function writeLarge(path: string, count: number): Promise<void> {
  const closing_balance = cents(count)
  const pieces = writeStatement({ ...header, closing_balance }, entries(count))
  await pipeline(Readable.from(pieces), createWriteStream(path))
}

describe('a large file', () => {
  const COUNT = 4000

  it('is read and checked from the disk, and answered with the same fields', async () => {
    const path = inFolder('large.xml')
    await writeLarge(path, COUNT)
    const { size } = await stat(path)
    expect(size).toBeGreaterThan(1_048_576)
    const post = (what: string) =>
      fetch(`${bank.url}/api/v1/iso20022/${what}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/xml', Authorization: `Bearer ${person.token}` },
        body: readFileSync(path),
      })
    const parsed = await post('parse')
    expect(parsed.status).toBe(200)
    expect(parsed.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { success, data } = (await parsed.json()) as { success: boolean; data: any } // oxlint-disable-line typescript/no-explicit-any -- compared as a whole
    expect(success).toBe(true)
    expect(data.entries).toHaveLength(COUNT)
    expect(data.entries).toEqual(data.statements[0].entries)
    expect(data).toMatchObject({
      closing_balance: cents(COUNT),
      message_id: 'M1',
      statement_id: 'S1',
    })
    const checked = (await (await post('validate')).json()) as { data: object }
    expect(checked.data).toMatchObject({ valid: true, errors: [] })
  })

  itForEachSample('gives the fields that a small one gives', async ({ text, name }) => {
    const { from, to, beside } = pathsOf(name)
    await pipeline(Readable.from([text]), createWriteStream(from))
    expect(await readToFile({ from: { path: from }, to, beside })).toEqual({})
    const chunks: Buffer[] = []
    for await (const chunk of createReadStream(to)) chunks.push(chunk as Buffer)
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({
      success: true,
      data: readMessage(text),
    })
  })

  it('that is cut is refused with the line, and has no answer', async () => {
    const { from, to, beside } = pathsOf('cut.xml')
    await pipeline(
      Readable.from([sampleOf('statement-older').slice(0, 12_000)]),
      createWriteStream(from),
    )
    expect(await readToFile({ from: { path: from }, to, beside })).toMatchObject({
      problem: { code: 'NOT_WELL_FORMED' },
    })
    await expect(stat(to)).rejects.toThrow()
  })

  it('of empty elements, whose answer would fill the disk, is refused', async () => {
    const { to, beside } = pathsOf('full.xml')
    const good = await readFile(inFolder('large.xml'), 'utf8')
    const xml = good.replace('<Ntry>', `${'<Ntry/>'.repeat(5_000)}<Ntry>`)
    const lengthMax = 1_000_000
    expect(await readToFile({ from: { xml }, to, beside, lengthMax })).toMatchObject({
      problem: { code: 'TOO_LARGE' },
    })
    await expect(stat(to)).rejects.toThrow()
  })

  it('is read by a thread with little memory, however large it is', async () => {
    const { from, to, beside } = pathsOf('huge.xml')
    await writeLarge(from, 40_000)
    const workers = new Workers({ onError: () => {}, memoryMb: 48 })
    try {
      const input = { from: { path: from }, to, beside }
      const caller = { holder: 'ada', address: bank.address }
      expect(await workers.run(task('readToFile'), input, caller)).toEqual({})
    } finally {
      await workers.close()
    }
    // Neither the document nor its answer has room in that memory.
    expect((await stat(from)).size).toBeGreaterThan(10_000_000)
    expect((await stat(to)).size).toBeGreaterThan(50_000_000)
  })

  it('leaves nothing behind, not even when its thread ends in the middle', async () => {
    const scratch = new TemporaryFiles()
    const given: { readonly to: string; readonly beside: string }[] = []
    const longWork = (async (_task: unknown, input: { to: string; beside: string }) => {
      given.push(input)
      await writeFile(input.to, 'x')
      await writeFile(input.beside, 'x')
      throw new Error('the thread has ended')
    }) as unknown as LongWork
    const [parse] = makeOperations({ longWork, scratch })
    const format = parse!.rest[0]!.files!.json!
    if (!('render' in format)) throw new Error('the answer is not rendered')
    await expect(format.render({ xml: '<a/>' } as never, {} as Context)).rejects.toThrow(
      'the thread has ended',
    )
    for (const { to, beside } of given) {
      await expect(stat(to)).rejects.toThrow()
      await expect(stat(beside)).rejects.toThrow()
    }
    expect(given).toHaveLength(1)
    await scratch.close()
  })
})

const orderOf = (amount: string, currency: string) => ({
  message_id: 'M-1',
  creation_date_time: '2026-03-01T12:00:00Z',
  initiating_party_name: 'Anna',
  payments: [
    {
      payment_information_id: 'P-1',
      payment_method: 'TRF',
      requested_execution_date: '2026-03-01',
      debtor_name: 'Anna',
      debtor_iban: 'DE89370400440532013000',
      debtor_bic: 'DEUTDEFF',
      transactions: [
        {
          end_to_end_id: 'E-1',
          amount,
          currency,
          creditor_name: 'Ben',
          creditor_iban: 'CH9300762011623852957',
        },
      ],
    },
  ],
})

describe('iso20022.validate', () => {
  it('lists the problems', async () => {
    const { status, body } = await sendXml('validate', sampleOf('order-wrong-ibans'))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ valid: false, message_type: 'pain.001' })
    expect(body.data.errors).toHaveLength(2)
    expect(body.data.errors[0]).toMatchObject({ line: 29, code: 'IBAN' })
  })

  it('lists the elements that were not checked', async () => {
    const xml = writeMessage('pain.001', undefined, orderOf('12.50', 'EUR'))
    expect((await sendXml('validate', xml)).body.data).toMatchObject({
      valid: true,
      not_checked: [],
      not_checked_count: 0,
    })
    const more = xml
      .replace('<CdtTrfTxInf>', '<CdtTrfTxInf><Tax><AdmstnZone>no such</AdmstnZone></Tax>')
      .replace('</GrpHdr>', '<x:Mine xmlns:x="urn:x"/><x:Mine xmlns:x="urn:x"/></GrpHdr>')
    const around = '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><Fr/></AppHdr>'
    const wrapped = `<Envelope>${around}${more.replace(/^<\?xml.*\?>/, '')}</Envelope>`
    expect((await sendXml('validate', wrapped)).body.data).toMatchObject({
      valid: true,
      not_checked: [
        'AppHdr',
        'CstmrCdtTrfInitn/GrpHdr/Mine',
        'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Tax',
      ],
      // The header and its sender, two of the same name, the tax and its zone.
      not_checked_count: 6,
    })
  })

  it('bounds the list of elements that were not checked, and counts all', async () => {
    const xml = writeMessage('pain.001', undefined, orderOf('12.50', 'EUR'))
    const many = Array.from({ length: 1_000 }, (_, n) => `<X${n}><Y/></X${n}>`).join('')
    const { data } = (await sendXml('validate', xml.replace('</GrpHdr>', `${many}</GrpHdr>`))).body
    expect(data.not_checked).toHaveLength(100)
    expect(data.not_checked_count).toBe(2_000)
  })

  it('knows the codes of ISO 4217 that have no smallest unit', async () => {
    const verdictOf = async (amount: string, currency: string) => {
      const xml = writeMessage('pain.001', undefined, orderOf(amount, currency))
      return (await sendXml('validate', xml)).body.data
    }
    for (const currency of ['XAU', 'XDR', 'XTS'])
      expect(await verdictOf('1.23456', currency)).toMatchObject({ valid: true })
    for (const [currency, sentence] of [
      ['XAB', 'is not a currency code of ISO 4217'],
      ['XXX', 'stands for no currency'],
    ] as const)
      expect((await verdictOf('1.00', currency)).errors).toMatchObject([
        { code: 'CURRENCY', message: expect.stringContaining(sentence) },
      ])
  })

  it('answers for a text that is not a message, too', async () => {
    for (const xml of ['', '<a', '<a/>', '<!DOCTYPE a><a/>'])
      expect((await send('validate', { xml })).body.data).toMatchObject({ valid: false })
  })
})

const brief = {
  amount: '12.50',
  currency: 'EUR',
  debtor: { name: 'Anna & Co', iban: 'DE89 3704 0044 0532 0130 00', bic: 'DEUTDEFF' },
  creditor: 'CH9300762011623852957',
}

describe('iso20022.generate from a short order', () => {
  it.each(messageTypes.map((type) => ({ type })))('writes a valid $type', async ({ type }) => {
    const { status, body, headers } = await send('generate', { type, ...brief })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const again = await sendXml('validate', body)
    expect(again.body.data).toEqual({
      valid: true,
      message_type: type,
      version: expect.stringContaining(type),
      errors: [],
      not_checked: expect.any(Array),
      not_checked_count: expect.any(Number),
    })
  })

  it.skipIf(!hasOutsideFiles)(
    `writes what is valid by the schemas of ISO ${NEEDS_OUTSIDE_FILES}`,
    async () => {
      for (const version of versionsWithSchema) {
        const type = version.slice(0, 8)
        const { body } = await send('generate', { type, version, ...brief })
        validateBySchema(version, body)
      }
    },
  )

  it('fills in defaults', async () => {
    const { body } = await send('generate', { type: 'pacs.008', ...brief })
    expect(readMessage(body)).toMatchObject({
      message_id: expect.stringMatching(/^MSG[0-9A-F]{16}$/),
      end_to_end_id: expect.stringMatching(/^E2E[0-9A-F]{16}$/),
      uetr: expect.stringMatching(/^[0-9a-f-]{36}$/),
      number_of_transactions: 1,
      control_sum: '12.50',
      settlement_method: 'CLRG',
      charge_bearer: 'SLEV',
      debtor_name: 'Anna & Co',
      debtor_iban: 'DE89370400440532013000',
      creditor_name: null,
      creditor_iban: 'CH9300762011623852957',
    })
  })

  it('answers with JSON on request', async () => {
    const { body } = await send(
      'generate',
      { type: 'pacs.008', ...brief },
      { Accept: 'application/json' },
    )
    expect(body).toMatchObject({
      success: true,
      data: { valid: true, xml: expect.stringContaining('<?xml') },
    })
  })

  it.each([
    ['type', { type: undefined }],
    ['amount', { amount: undefined }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '-1' }],
    ['amount', { amount: '1.001' }],
    ['amount', { amount: '1.5', currency: 'JPY' }],
    ['amount', { amount: 1e21 }],
    ['currency', { currency: 'XXX' }],
    ['debtor', { debtor: undefined }],
    ['debtor.iban', { debtor: { iban: 'DE88370400440532013000' } }],
    ['debtor.bic', { debtor: { bic: 'X' } }],
    ['creditor', { creditor: 'DE88370400440532013000' }],
    ['creditor.account', { creditor: { iban: 'CH9300762011623852957', account: '1' } }],
    ['version', { version: 'pain.001.001.03' }],
    ['remittance_info', { remittance_info: 'a\u0001b' }],
  ])('refuses a wrong %s', async (field, change) => {
    const { status, body } = await send('generate', { type: 'pain.001', ...brief, ...change })
    expect(status, JSON.stringify(body)).toBe(422)
    expect(Object.keys(body.errors)).toContain(field)
  })
})

describe('iso20022.generate from all fields', () => {
  itForEachSample('takes what parsing gives', async ({ text }) => {
    const data = (await sendXml('parse', text)).body.data
    const { status, body } = await send('generate', { message_type: data.message_type, data })
    expect(status, JSON.stringify(body.errors)).toBe(200)
    const again = (await send('parse', { xml: body.data.xml })).body.data
    expect(contentOf(again)).toEqual(contentOf(data))
  })

  it('reports the result of validation', async () => {
    const data = readMessage(sampleOf('order-wrong-ibans'))
    const { body } = await send('generate', { message_type: 'pain.001', data })
    expect(body.data).toMatchObject({ valid: false, errors: [{ code: 'IBAN' }, { code: 'IBAN' }] })
  })

  it.each([
    ['data.message_id', {}],
    ['data.message_id', { message_id: 'x'.repeat(36) }],
    ['data.payments', { payments: 'none' }],
    ['data.payments.0', { payments: [1] }],
    [
      'data.payments.0.transactions.0.amount',
      { payments: [{ transactions: [{ amount: '1,5', currency: 'EUR' }] }] },
    ],
    [
      'data.payments.0.transactions.0.currency',
      { payments: [{ transactions: [{ amount: '1.5' }] }] },
    ],
    [
      'data.payments.0.transactions.0.end_to_end_id',
      { payments: [{ transactions: [{ amount: '1.5' }] }] },
    ],
    ['data.payments.0.creditor', { payments: [{ creditor: 'Ben' }] }],
    ['data.colour', { colour: 'red' }],
    ['data.message_id', { message_id: { a: 1 } }],
    ['data.message_id', { message_id: 'a\nb' }],
  ])('refuses a wrong %s', async (field, data) => {
    const { status, body } = await send('generate', { message_type: 'pain.001', data })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toContain(field)
  })

  it('writes what is too long for the serving thread in a worker', async () => {
    const { message_type, ...data } = readMessage(sampleOf('statement-older'))
    const one = 'entries' in data ? data.entries : []
    const many = { ...data, statements: undefined, entries: [...one, ...one, ...one] }
    expect(JSON.stringify(many).length).toBeGreaterThan(32_768)
    const { status, body } = await send('generate', { message_type, data: many })
    expect(status).toBe(200)
    expect(readMessage(body.data.xml)).toMatchObject({ entries: { length: 30 } })
    const wrong = await send('generate', { message_type, data: { ...many, message_id: null } })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toEqual({ 'data.message_id': ['The message id field is required.'] })
  })

  it('refuses fields beside them', async () => {
    const { status, body } = await send('generate', {
      message_type: 'pain.001',
      data: {},
      amount: '1',
    })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['amount'])
  })
})

describe('iso20022.supported_types', () => {
  it('lists the eight types', async () => {
    const { body } = await bank.call('GET /api/v1/iso20022/supported-types', undefined, person)
    expect(body.data.map((one: { message_type: string }) => one.message_type)).toEqual([
      ...messageTypes,
    ])
    expect(body.data[0]).toMatchObject({
      default_version: 'pacs.008.001.08',
      root_element: 'FIToFICstmrCdtTrf',
    })
  })
})

describe('statements written entry by entry', () => {
  const collect = async (pieces: AsyncIterable<string>) => {
    let text = ''
    for await (const piece of pieces) text += piece
    return text
  }

  const statementOf = (count: number) =>
    collect(writeStatement({ ...header, closing_balance: cents(count) }, entries(count)))
  const notificationOf = (count: number) => {
    const { statement_id, opening_balance: _none, ...rest } = header
    return collect(writeNotification({ ...rest, notification_id: statement_id }, entries(count)))
  }

  it.skipIf(!hasOutsideFiles)(
    `are valid by the schemas of ISO ${NEEDS_OUTSIDE_FILES}`,
    async () => {
      for (const count of [0, 1, 25]) validateAnyVersion(await statementOf(count))
      validateAnyVersion(await notificationOf(3))
    },
  )

  it('hold every entry', async () => {
    for (const count of [0, 1, 25]) {
      const xml = await statementOf(count)
      const message = readMessage(xml)
      expect(message).toMatchObject({ message_type: 'camt.053', account_iban: header.account_iban })
      expect('entries' in message && message.entries.length).toBe(count)
    }
  })

  it('can be notifications', async () => {
    expect(readMessage(await notificationOf(3))).toMatchObject({
      notification_id: 'S1',
      entries: { length: 3 },
    })
  })

  it('refuse a wrong header before anything is written, and a wrong entry by its number', async () => {
    const { statement_id: _left, ...rest } = header
    await expect(collect(writeStatement(rest, entries(1)))).rejects.toMatchObject({
      details: { errors: { 'statements.0.statement_id': expect.anything() } },
    })
    async function* wrong() {
      yield { amount: '1.00', credit_debit: 'CRDT' }
      yield { amount: 'one', credit_debit: 'CRDT' }
    }
    await expect(
      collect(writeStatement({ ...header, closing_balance: '1.00' }, wrong())),
    ).rejects.toMatchObject({
      details: { errors: { 'entries.1.amount': expect.anything() } },
    })
  })
})
