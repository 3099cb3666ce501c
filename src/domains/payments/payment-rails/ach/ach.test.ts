// ACH files over HTTP: batches of payments, files from entries, strict reading, returns and notifications of change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank, TestClock } from '../../../../../test/harness/bank.ts'
import { itForEachOutside } from '../../../../../test/harness/outside.ts'
import { makeChange, makeReturns, readFile, writeFile } from '../nacha/index.ts'
import { fileHeader, invalidFiles, samples, validFiles } from '../nacha/test-support.ts'
import { after, customer, paid, pay, read, unitsOf } from '../test-support.ts'

let bank: Bank
let operator: Person
beforeAll(async () => {
  // A Monday, 10:00 in New York.
  bank = await startBank({ clock: new TestClock('2026-03-02T15:00:00.000Z') })
  operator = await bank.operator()
})
afterAll(() => bank.stop())

const FILES = '/api/v1/payment-rails/ach/files'
const stamp = { fileDate: '2026-03-04', fileTime: '09:00' }

const batch = () => bank.call(`POST ${FILES}/batch`, {}, operator)
const giveBack = (content: string) =>
  bank.call('POST /api/v1/payment-rails/ach/returns', { content }, operator)

describe('a batch', () => {
  it('has all payments until the cut-off, and adds up', async () => {
    const ada = await customer(bank)
    const ids: string[] = []
    for (const [amount, name] of [
      ['10.00', 'Ben Früh'],
      ['20.50', 'Eve'],
    ] as const) {
      const creditor_account = { name, routing_number: '021000021', account_number: '123456789' }
      const { payment_id } = await paid(bank, ada, {
        rail: 'ach',
        amount,
        creditor_account,
        memo: 'Rent',
      })
      ids.push(payment_id)
    }
    await after(bank, 60)
    expect(await read(bank, ada, ids[0]!)).toMatchObject({ status: 'pending' })
    await after(bank, 6.5 * 3_600)
    expect(await read(bank, ada, ids[0]!)).toMatchObject({
      status: 'processing',
      estimated_settlement: '2026-03-03T13:30:00.000Z',
    })
    const list = await bank.call(`GET ${FILES}`, undefined, operator)
    const [summary] = list.body.data
    expect(summary).toMatchObject({
      kind: 'batch',
      // Two entries with an addenda each.
      entry_count: 4,
      total_credit: '30.50',
      total_debit: '0.00',
      // Twice 02100002.
      entry_hash: '0004200004',
      effective_date: '2026-03-03',
    })
    const text = await bank.call(`GET ${FILES}/${summary.batch_id}?format=ach`, undefined, operator)
    expect(text.headers.get('content-type')).toContain('text/plain')
    const file = readFile(text.body)
    expect(file.batches[0]!.entries.map(({ name, amount }) => [name?.trim(), amount])).toEqual([
      ['Ben Fruh', 1_000n],
      ['Eve', 2_050n],
    ])
    expect(
      text.body
        .split('\n')
        .filter(Boolean)
        .every((line: string) => line.length === 94),
    ).toBe(true)
    expect(text.body.split('\n').filter(Boolean).length % 10).toBe(0)
    await after(bank, 2)
    expect(await read(bank, ada, ids[1]!)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, 'clearing:ach', 'USD')).toBe(0n)
  })

  it('is made on demand by an operator, and not without payments', async () => {
    const ada = await customer(bank)
    expect((await batch()).body.error.code).toBe('NOTHING_TO_BATCH')
    const { payment_id } = await paid(bank, ada, { rail: 'ach' })
    expect((await bank.call(`POST ${FILES}/batch`, {}, ada)).status).toBe(403)
    const made = await batch()
    expect(made.status).toBe(201)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'processing' })
    const late = await bank.call(
      `POST /api/v1/payment-rails/payments/${payment_id}/cancel`,
      {},
      ada,
    )
    expect(late.status).toBe(409)
    // The file is the bank's, not the customer's.
    const theirs = await bank.call(`GET ${FILES}/${made.body.data.batch_id}`, undefined, ada)
    expect(theirs.status).toBe(404)
    await after(bank, 2)
  })

  it('is made once, although many payments become due together', async () => {
    const ada = await customer(bank)
    for (let time = 0; time < 5; time++) await paid(bank, ada, { rail: 'ach', amount: '1.00' })
    const before = (await bank.call(`GET ${FILES}`, undefined, operator)).body.meta.total
    bank.clock.advance(86_400)
    await Promise.all([1, 2, 3].map(() => bank.runJob('payment_rails.settle')))
    operator = await bank.operator()
    const { body } = await bank.call(`GET ${FILES}`, undefined, operator)
    expect(body.meta.total).toBe(before + 1)
    expect(body.data[0].entry_count).toBe(5)
    await after(bank, 2)
  })

  it.each([
    ['blanks', { routing_number: '021000021', account_number: '   ' }],
    ['a hyphen', { routing_number: '021000021', account_number: '-' }],
    ['a hyphen in a text', '021000021:-'],
    ['blanks behind a BIC', { bic: 'DEUTDEFF', account_number: ' ' }],
  ])('takes no payment to an account number of %s', async (_title, creditor_account) => {
    const ada = await customer(bank)
    const { status, body } = await pay(bank, ada, { rail: 'ach', amount: '0.01', creditor_account })
    expect(status, JSON.stringify(body)).toBe(422)
    expect(Object.keys(body.errors)[0]).toContain('creditor_account')
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
  })

  it('fails a payment that cannot be written, and sends the others', async () => {
    const ada = await customer(bank)
    const bad = await paid(bank, ada, { rail: 'ach', amount: '0.01' })
    const good = await paid(bank, ada, { rail: 'ach', amount: '5.00' })
    await bank.sql(
      `update payment_rails.payments set party = party || '{"account_number": " "}' where id = $1`,
      [bad.payment_id],
    )
    const made = await batch()
    expect(made.body.data).toMatchObject({ entry_count: 1, total_credit: '5.00' })
    expect(await read(bank, ada, good.payment_id)).toMatchObject({ status: 'processing' })
    const failed = await read(bank, ada, bad.payment_id)
    expect(failed).toMatchObject({ status: 'failed', code: 'FF01' })
    expect(failed.reason).toContain('account number: Must not be blank.')
    await after(bank, 2)
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(99_500n)
    expect(await unitsOf(bank, 'clearing:ach', 'USD')).toBe(0n)
  })

  it('is split into files whose totals fit their control records', async () => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, { rail: 'ach', amount: '1.00' })
    // More of the largest entries than fit the totals of a file: 101 times 99,999,999.99 USD.
    await bank.sql(
      `insert into payment_rails.payments
       select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
         'units', 9999999999, 'external_id', 'TOTAL-' || n))).*
       from payment_rails.payments p, generate_series(1, 101) n where p.id = $1`,
      [payment_id],
    )
    const before = (await bank.call(`GET ${FILES}`, undefined, operator)).body.meta.total
    expect((await batch()).status).toBe(201)
    const { body } = await bank.call(`GET ${FILES}`, undefined, operator)
    expect(body.meta.total).toBe(before + 2)
    const [second, first] = body.data
    expect(first.entry_count + second.entry_count).toBe(102)
    await bank.sql(`delete from payment_rails.payments where external_id like 'TOTAL-%'`)
    await after(bank, 2)
  })

  it.each([
    ['1239903', 'returned', 'R03'],
    ['1239803', 'returned', 'R03'],
    ['1239701', 'completed', 'C01'],
  ])('of an account ending in %s: %s', async (account, status, code) => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, {
      rail: 'ach',
      creditor_account: `021000021:${account}`,
    })
    await batch()
    for (let time = 0; time < 3; time++) await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status, code })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(status === 'returned' ? 100_000n : 90_000n)
    expect(await unitsOf(bank, 'clearing:ach', 'USD')).toBe(0n)
  })
})

describe('ach_return.process', () => {
  it('returns payments once, before and after they settled', async () => {
    const ada = await customer(bank)
    const one = await paid(bank, ada, { rail: 'ach', amount: '10.00' })
    const two = await paid(bank, ada, { rail: 'ach', amount: '20.00' })
    const file = readFile((await batch()).body.data.content)
    await after(bank, 2)
    const third = await paid(bank, ada, { rail: 'ach', amount: '30.00' })
    const later = readFile((await batch()).body.data.content)
    const [first, second] = file.batches[0]!.entries
    const returned = [
      { entry: first!, returnCode: 'R03' },
      { entry: second!, returnCode: 'R02' },
    ]
    const content = writeFile(makeReturns(file, returned, stamp))
    const { status, body } = await giveBack(content)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({ returned: 2, ignored: 0 })
    expect(await read(bank, ada, one.payment_id)).toMatchObject({ status: 'returned', code: 'R03' })
    expect(await read(bank, ada, two.payment_id)).toMatchObject({ status: 'returned', code: 'R02' })
    const again = await giveBack(content)
    expect(again.body.error.code).toBe('ACH_FILE_PROCESSED')
    // The same entries in another file are recognised as well.
    const other = writeFile(makeReturns(file, returned, { ...stamp, fileTime: '10:00' }))
    expect((await giveBack(other)).body.data).toMatchObject({ returned: 0, ignored: 2 })
    const entry = later.batches[0]!.entries[0]!
    await giveBack(writeFile(makeReturns(later, [{ entry, returnCode: 'R04' }], stamp)))
    expect(await read(bank, ada, third.payment_id)).toMatchObject({ status: 'returned' })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
    await after(bank, 60)
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
    expect(await unitsOf(bank, 'clearing:ach', 'USD')).toBe(0n)
  })

  it('ignores a return of another amount, and entries that were never sent', async () => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, { rail: 'ach', amount: '10.00' })
    const file = readFile((await batch()).body.data.content)
    const entry = { ...file.batches[0]!.entries[0]!, amount: 99_900n }
    const wrong = { ...file, batches: [{ ...file.batches[0]!, entries: [entry] }] }
    const content = writeFile(makeReturns(wrong, [{ entry, returnCode: 'R03' }], stamp))
    expect((await giveBack(content)).body.data).toMatchObject({ returned: 0, ignored: 1 })
    await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'completed' })
  })

  it('notes a change of the account’s details', async () => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, { rail: 'ach' })
    const file = readFile((await batch()).body.data.content)
    const entry = file.batches[0]!.entries[0]!
    const content = writeFile(makeChange(file, entry, 'C01', { accountNumber: '987654321' }, stamp))
    expect((await giveBack(content)).body.data).toMatchObject({ noted: 1 })
    const noted = await read(bank, ada, payment_id)
    expect(noted).toMatchObject({ status: 'processing', code: 'C01' })
    expect(noted.reason).toContain('987654321')
    await after(bank, 2)
  })

  it('refuses a file with payments, alone or beside returns', async () => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, { rail: 'ach' })
    const forward = (await batch()).body.data.content
    const refused = await giveBack(forward)
    expect(refused.status).toBe(422)
    expect(refused.body.error).toMatchObject({ code: 'ACH_FILE_REJECTED', details: { line: 3 } })
    expect(refused.body.error.message).toContain('not a return')
    const file = readFile(forward)
    const { header, batches } = makeReturns(
      file,
      [{ entry: file.batches[0]!.entries[0]!, returnCode: 'R03' }],
      stamp,
    )
    const both = writeFile({ header, batches: [...batches, samples['PPD']!] })
    expect((await giveBack(both)).status).toBe(422)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'processing' })
    await after(bank, 2)
  })

  it('refuses a file that is cut or changed, and does nothing', async () => {
    const ada = await customer(bank)
    await paid(bank, ada, { rail: 'ach' })
    const file = readFile((await batch()).body.data.content)
    const entry = file.batches[0]!.entries[0]!
    const content = writeFile(makeReturns(file, [{ entry, returnCode: 'R03' }], stamp))
    const lines = content.split('\n')
    const cut = await giveBack(lines.slice(0, 3).join('\n'))
    expect(cut.status).toBe(422)
    expect(cut.body.error).toMatchObject({
      code: 'ACH_FILE_REJECTED',
      details: { line: expect.any(Number), reason: expect.any(String) },
    })
    const changed = await giveBack(content.replace('0000010000', '0000010001'))
    expect(changed.status).toBe(422)
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(90_000n)
    await after(bank, 2)
  })
})

describe('ach_file.create and ach_file.parse', () => {
  const entries = [
    { routing_number: '021000021', account_number: '12345', amount: '10.00', name: 'Ben' },
    {
      routing_number: '021000021',
      account_number: '6789',
      amount: '5.25',
      name: 'Eve',
      transaction_code: '27',
    },
  ]

  it('write a file that the strict reader takes, and move no money', async () => {
    const ada = await customer(bank)
    const { status, body } = await bank.call(`POST ${FILES}`, { entries }, ada)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({
      kind: 'request',
      entry_count: 2,
      total_credit: '10.00',
      total_debit: '5.25',
      entry_hash: '0004200004',
    })
    const parsed = await bank.call(`POST ${FILES}/parse`, { content: body.data.content }, ada)
    expect(parsed.status).toBe(200)
    expect(parsed.body.data.batches[0].entries).toMatchObject([
      { amount: '10.00', name: 'Ben', transaction_code: '22' },
      { amount: '5.25', name: 'Eve', transaction_code: '27' },
    ])
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
  })

  it.each([
    ['a wrong routing number', { ...entries[0], routing_number: '021000022' }, 'entries.0'],
    ['a wrong transaction code', { ...entries[0], transaction_code: '99' }, 'entries.0'],
    ['parts of a cent', { ...entries[0], amount: '1.001' }, 'entries.0.amount'],
  ])('refuse %s', async (_title, entry, field) => {
    const { status, body } = await bank.call(
      `POST ${FILES}`,
      { entries: [entry] },
      await customer(bank),
    )
    expect(status, JSON.stringify(body)).toBe(422)
    expect(Object.keys(body.errors)[0]).toContain(field)
  })

  const parse = async (content: string, person?: Person) =>
    bank.call(`POST ${FILES}/parse`, { content }, person ?? (await customer(bank)))
  const expectRefused = async (content: string) => {
    const { status, body } = await parse(content)
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(422)
    expect(body.error.details.line).toBeGreaterThan(0)
  }

  it('accept a valid file of every class', async () => {
    const ada = await customer(bank)
    const refused: Record<string, unknown> = {}
    for (const [secCode, sample] of Object.entries(samples)) {
      const { status, body } = await parse(
        writeFile({ header: fileHeader, batches: [sample] }),
        ada,
      )
      if (status !== 200) refused[secCode] = body
    }
    expect(refused).toEqual({})
  })

  it('refuse an invalid one with the line', async () => {
    const content = writeFile({ header: fileHeader, batches: [samples['PPD']!] })
    await expectRefused(content.replace('622231380104', '622231380105'))
    await expectRefused(content.replace('0000012345', '0000012346'))
    await expectRefused(content.slice(0, 300))
  })

  itForEachOutside(validFiles, 'accept a valid file of third parties', async ({ text }) => {
    const { status, body } = await parse(text)
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  })
  itForEachOutside(invalidFiles, 'refuse an invalid file of third parties', ({ text }) =>
    expectRefused(text),
  )
})

describe('a large file', () => {
  /** A file of so many entries, one for each trace number. */
  const fileOf = (count: number): string => {
    const { header, entries } = samples['PPD']!
    const many = Array.from({ length: count }, () => entries[0]!)
    return writeFile({ header: fileHeader, batches: [{ header, entries: many }] })
  }
  const asText = { 'Content-Type': 'text/plain' }
  const upload = (content: string | Buffer, person: Person | undefined, path = `${FILES}/parse`) =>
    bank.call(`POST ${path}`, content, { ...person, raw: true, headers: asText })

  it('is read as the body, and answered as from a field', async () => {
    const ada = await customer(bank)
    const content = fileOf(12_000)
    expect(content.length).toBeGreaterThan(1_000_000)
    const { status, body } = await upload(content, ada)
    expect(status).toBe(200)
    const { entries } = body.data.batches[0]
    expect(entries).toHaveLength(12_000)
    expect(entries.at(-1)).toMatchObject({ line: 12_002, trace_number: '121042880012000' })
    expect(body.data.control).toMatchObject({ entry_addenda_count: 12_000 })
    const field = await bank.call(`POST ${FILES}/parse`, { content }, ada)
    expect(field.status).toBe(413)
  })

  it('of any length has the same answer in the body and in a field', async () => {
    const ada = await customer(bank)
    // The first is read by the serving thread, the others by a worker.
    for (const count of [10, 1_000, 9_000]) {
      const content = fileOf(count).replace('JANE DOE', 'JÄNE DOE')
      const asField = await bank.call(`POST ${FILES}/parse`, { content }, ada)
      expect(asField.status).toBe(200)
      expect((await upload(content, ada)).body).toEqual(asField.body)
      expect((await upload(Buffer.from(content, 'latin1'), ada)).body).toEqual(asField.body)
    }
    const large = Buffer.from(fileOf(12_000).replace('JANE DOE', 'JÄNE DOE'), 'latin1')
    const { body } = await upload(large, ada)
    expect(body.data.batches[0].entries[0].name).toBe('JÄNE DOE')
  })

  it('is refused with the line', async () => {
    const ada = await customer(bank)
    const content = fileOf(12_000)
    const at = content.lastIndexOf('622231380104')
    const wrong = `${content.slice(0, at)}622231380105${content.slice(at + 12)}`
    const { status, body } = await upload(wrong, ada)
    expect(status).toBe(422)
    expect(body.error).toMatchObject({ code: 'ACH_FILE_REJECTED', details: { line: 12_002 } })
    expect((await upload('', ada)).status).toBe(422)
    const nothing = await bank.call(`POST ${FILES}/parse`, {}, ada)
    expect(nothing.body.errors).toEqual({ content: ['The content field is required.'] })
  })

  it('comes from authenticated callers only, and only to operations that read files', async () => {
    const content = fileOf(12_000)
    expect((await upload(content, undefined)).status).toBe(413)
    expect((await upload('x', await customer(bank), FILES)).status).toBe(415)
  })

  const RETURNS = '/api/v1/payment-rails/ach/returns'

  it('of returns is processed once, in the body or in a field', async () => {
    const returns = (count: number) => {
      const file = readFile(fileOf(count))
      const { entries } = file.batches[0]!
      return writeFile(
        makeReturns(
          file,
          entries.map((one) => ({ entry: one, returnCode: 'R01' })),
          stamp,
        ),
      )
    }
    const content = returns(5_000)
    expect(content.length).toBeGreaterThan(950_000)
    const { status, body } = await upload(content, operator, RETURNS)
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(201)
    expect(body.data).toMatchObject({ returned: 0, ignored: 5_000 })
    expect(body.data.results).toHaveLength(100)
    expect((await upload(content, operator, RETURNS)).status).toBe(409)
    const tooMany = await upload(returns(5_001), operator, RETURNS)
    expect(tooMany.status).toBe(422)
    expect(tooMany.body.message).toContain('more than 5000 returns')
    const small = returns(2)
    expect((await upload(small, operator, RETURNS)).status).toBe(201)
    expect((await giveBack(small)).status).toBe(409)
  })
})
