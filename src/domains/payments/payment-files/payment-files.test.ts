// Tests of payment files through the API: what is executed, what is rejected and why, and what happens when a file
// is sent again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import {
  balanceOf,
  countMoves,
  execute,
  openAccount,
  openPair,
  pacs008,
  pain001,
  sendXml,
  short,
  type TestAccount,
} from './test-support.ts'

let bank: Bank
let ada: Person
let grace: Person
let from: TestAccount
let to: TestAccount

beforeAll(async () => {
  bank = await startBank()
  ;({ ada, grace, from, to } = await openPair(bank, '100000'))
})
afterAll(() => bank.stop())

const single = (amount = '1.00', more: object = {}) => [
  { from: from.iban, payments: [{ to: to.iban, amount, ...more }] },
]

/** The moves of these two accounts before and after the work. */
async function movesBy(work: () => Promise<unknown>): Promise<number> {
  const before = await countMoves(bank, from)
  await work()
  return (await countMoves(bank, from)) - before
}

describe('payment_file.execute', () => {
  it('executes each payment as a transfer and reports it as settled', async () => {
    const before = await balanceOf(bank, to)
    const xml = pain001([
      {
        from: from.iban,
        payments: [
          { to: to.iban, amount: '10.00', id: 'RENT', remittance: 'Rent of March' },
          { to: short(to.uuid), amount: '2.5' },
        ],
      },
    ])
    const { status, body } = await execute(bank, xml, ada)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({
      message_type: 'pain.001',
      message_name: 'pain.001.001.09',
      status: 'settled',
      group_status: 'ACSC',
      settled: 2,
      rejected: 0,
      replayed: false,
    })
    expect(await balanceOf(bank, to)).toBe(before + 1250n)
    const [rent] = body.data.payments
    expect(rent).toMatchObject({ end_to_end_id: 'RENT', status: 'settled', iso_status: 'ACSC' })
    const transfer = await bank.call(`GET /api/v2/transfers/${rent.transfer_uuid}`, undefined, ada)
    expect(transfer.body.data).toMatchObject({
      amount: '10.00',
      status: 'completed',
      reference: 'Rent of March',
      metadata: { end_to_end_id: 'RENT' },
    })
  })

  it('accepts a pacs.008, whose payments each name their debtor, and answers with a pacs.002', async () => {
    const xml = pacs008([{ from: from.iban, to: to.iban, amount: '3.00' }])
    const { status, body } = await execute(bank, xml, ada)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ message_type: 'pacs.008', settled: 1, group_status: 'ACSC' })
    expect(body.data.xml).toContain('pacs.002')
  })

  it('answers XML with the report, or with JSON on request', async () => {
    const asXml = await sendXml(bank, pain001(single()), ada)
    expect(asXml.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(asXml.body).toContain('pain.002')
    expect(asXml.body).toContain('<TxSts>ACSC</TxSts>')
    const asJson = await sendXml(bank, pain001(single()), ada, { Accept: 'application/json' })
    expect(asJson.body).toMatchObject({ success: true, data: { settled: 1 } })
  })

  it('accepts a document that is larger than a field', async () => {
    const payments = Array.from({ length: 1_010 }, () => ({ to: to.iban, amount: '0.01' }))
    const file = pain001([{ from: from.iban, payments }])
    const xml = file.replaceAll('<CdtTrfTxInf>', `${' '.repeat(800)}<CdtTrfTxInf>`)
    expect(xml.length).toBeGreaterThan(1_048_576)
    const before = await balanceOf(bank, to)
    const { body } = await sendXml(bank, xml, ada, { Accept: 'application/json' })
    expect(body.data).toMatchObject({ settled: 1_010, status: 'settled' })
    expect(body.data.payments).toHaveLength(100)
    expect(body.data.xml.split('<TxSts>')).toHaveLength(1_011)
    expect(await balanceOf(bank, to)).toBe(before + 1_010n)
    const page = `GET /api/v1/iso20022/messages/${body.data.id}/payments?page=11&per_page=100`
    const last = (await bank.call(page, undefined, ada)).body
    expect(last.meta.total).toBe(1_010)
    expect(last.data.at(-1).position).toBe(1_010)
  })

  it('needs a document', async () => {
    const { status, body } = await bank.call('POST /api/v1/iso20022/execute', {}, ada)
    expect(status).toBe(422)
    expect(body.errors).toEqual({ xml: ['The xml field is required.'] })
  })
})

describe('a file with a problem is refused whole', () => {
  const good = () => ({ to: to.iban, amount: '1.00' })
  const cases: [string, () => string, RegExp][] = [
    ['a wrong number of payments', () => pain001(single(), { count: 2 }), /NbOfTxs/],
    ['a wrong sum', () => pain001(single(), { sum: '1.01' }), /CtrlSum/],
    [
      'a broken check digit',
      () => pain001(single('1.00', { to: 'DE89370400440532013001' })),
      /IBAN/,
    ],
    [
      'too many decimals in the last of several payments',
      () =>
        pain001([{ from: from.iban, payments: [good(), good(), { ...good(), amount: '1.001' }] }]),
      /decimals/,
    ],
    ['an amount of zero', () => pain001(single('0.00')), /amount|greater/i],
    ['a negative amount', () => pain001(single('-5.00')), /amount|negative/i],
    [
      'a document that is cut in the middle',
      () => pain001(single()).slice(0, -80),
      /line|closed|end/i,
    ],
    ['a DOCTYPE', () => `<!DOCTYPE a>${pain001(single()).replace(/<\?xml.*\?>/, '')}`, /DOCTYPE/],
    [
      'another type of message',
      () =>
        pain001(single())
          .replaceAll('CstmrCdtTrfInitn', 'BkToCstmrStmt')
          .replace('pain.001.001.09', 'camt.053.001.08'),
      /pain\.001|camt\.053/,
    ],
    ['no XML at all', () => 'certainly not', /line|XML/i],
  ]
  it.each(cases)('%s', async (_name, write, reason) => {
    const moved = await movesBy(async () => {
      const { status, body } = await execute(bank, write(), ada)
      expect(status, JSON.stringify(body)).toBe(422)
      expect(body.error.code).toBe('PAYMENT_FILE_REJECTED')
      expect(body.error.details.problems[0].line).toBeGreaterThan(0)
      expect(JSON.stringify(body.errors.xml)).toMatch(reason)
    })
    expect(moved).toBe(0)
  })

  it('and its MsgId can be used again, once it is corrected', async () => {
    const id = 'MENDED-1'
    expect((await execute(bank, pain001(single(), { id, sum: '2.00' }), ada)).status).toBe(422)
    expect(
      (await execute(bank, pain001(single(), { id, sum: '1.00' }), ada)).body.data.settled,
    ).toBe(1)
  })
})

describe('payment by payment', () => {
  const outcome = async (batches: Parameters<typeof pain001>[0], by = ada) =>
    (await execute(bank, pain001(batches), by)).body.data

  it('executes payments in the order of the file while the balance covers them', async () => {
    const poor = await openAccount(bank, ada, '10')
    const pay = (amount: string) => ({ to: to.iban, amount })
    const data = await outcome([
      { from: poor.iban, payments: [pay('6.00'), pay('5.00'), pay('4.00'), pay('0.01')] },
    ])
    expect(data).toMatchObject({
      status: 'partly_settled',
      group_status: 'PART',
      settled: 2,
      rejected: 2,
    })
    expect(data.payments.map((one: { status: string }) => one.status)).toEqual([
      'settled',
      'rejected',
      'settled',
      'rejected',
    ])
    expect(data.payments[1]).toMatchObject({
      reason_code: 'AM04',
      reason: 'Insufficient USD: 4.00 available, 5.00 needed.',
      transfer_uuid: null,
    })
    expect(await balanceOf(bank, poor)).toBe(0n)
  })

  it('rejects another user’s account like one that does not exist', async () => {
    const theirs = await outcome([{ from: to.iban, payments: [{ to: from.iban }] }])
    const unknown = await outcome([{ from: '12345', payments: [{ to: from.iban }] }])
    for (const [data, name] of [
      [theirs, to.iban],
      [unknown, '12345'],
    ] as const)
      expect(data).toMatchObject({
        status: 'rejected',
        group_status: 'RJCT',
        payments: [
          { reason_code: 'AC02', reason: `You have no account ${name}; pay from one of your own.` },
        ],
      })
  })

  it('rejects what the accounts do not allow, each with its code', async () => {
    const frozen = await openAccount(bank, ada, '10')
    await bank.call(`POST /api/accounts/${frozen.uuid}/freeze`, { reason: 'Lost' }, ada)
    const closed = await openAccount(bank, ada)
    await bank.call(`DELETE /api/accounts/${closed.uuid}`, undefined, ada)
    const data = await outcome([
      { from: frozen.iban, payments: [{ to: to.iban }] },
      {
        from: from.iban,
        payments: [
          { to: frozen.iban },
          { to: closed.iban },
          { to: '12345678' },
          { to: from.iban },
          { to: to.iban, currency: 'SEK' },
        ],
      },
    ])
    expect(data.payments.map((one: { reason_code: string }) => one.reason_code)).toEqual([
      'AC06',
      'AC06',
      'AC04',
      'AC03',
      'AC03',
      'AM03',
    ])
    expect(data.payments[3].reason).toContain('Name the account by an IBAN')
  })

  it('does not pay between sandbox and live accounts', async () => {
    const key = await bank.sandboxKey(ada)
    const { body } = await execute(bank, pain001(single()), key)
    expect(body.data.payments[0].reason_code).toBe('AC02')
    const played = await openAccount(bank, { ...ada, ...key }, '5')
    const across = await execute(
      bank,
      pain001([{ from: played.iban, payments: [{ to: to.iban }] }]),
      key,
    )
    expect(across.body.data.payments[0].reason_code).toBe('AC03')
    expect(
      (await outcome([{ from: from.iban, payments: [{ to: played.iban }] }])).payments[0]
        .reason_code,
    ).toBe('AC03')
  })

  it('charges the fee of transfers, so that a file is not cheaper', async () => {
    const dear = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
    const payer = await dear.person()
    const account = await openAccount(dear, payer, '101')
    const other = await openAccount(dear, await dear.person())
    const xml = pain001([{ from: account.iban, payments: [{ to: other.iban, amount: '100.00' }] }])
    expect((await execute(dear, xml, payer)).body.data.settled).toBe(1)
    expect(await balanceOf(dear, account)).toBe(0n)
    await dear.stop()
  })
})

describe('the same again', () => {
  it('is answered with the first result, and nothing is executed', async () => {
    const xml = pain001(single('7.00'))
    const first = await execute(bank, xml, ada)
    const moved = await movesBy(async () => {
      const reformatted = xml.replace(/>\s+</g, '><')
      for (const again of [xml, reformatted]) {
        const { status, body } = await execute(bank, again, ada)
        expect(status).toBe(200)
        expect({ ...body.data, xml: '' }).toEqual({ ...first.body.data, replayed: true, xml: '' })
      }
    })
    expect(moved).toBe(0)
  })

  it('under the same MsgId with other content is refused, naming the earlier one', async () => {
    const id = 'TWICE-1'
    const first = await execute(bank, pain001(single('7.00'), { id }), ada)
    const moved = await movesBy(async () => {
      const { status, body } = await execute(bank, pain001(single('8.00'), { id }), ada)
      expect(status).toBe(409)
      expect(body.error).toMatchObject({
        code: 'DUPLICATE_MESSAGE_ID',
        details: { message_id: id, earlier_id: first.body.data.id },
      })
    })
    expect(moved).toBe(0)
  })

  it('may have the same MsgId for another sender and in the sandbox', async () => {
    const id = 'EVERYBODYS-1'
    const theirs = await openAccount(bank, grace, '5')
    await execute(bank, pain001(single(), { id }), ada)
    const xml = pain001([{ from: theirs.iban, payments: [{ to: from.iban }] }], { id })
    expect((await execute(bank, xml, grace)).body.data).toMatchObject({
      settled: 1,
      replayed: false,
    })
    const played = await execute(bank, pain001(single(), { id }), await bank.sandboxKey(ada))
    expect(played.body.data.replayed).toBe(false)
  })

  it('in another file is a duplicate: the same EndToEndId, accounts and amount', async () => {
    const first = await execute(
      bank,
      pain001(single('9.00', { id: 'INV-1' }), { id: 'FILE-A' }),
      ada,
    )
    expect(first.body.data.settled).toBe(1)
    const again = async (change: object) => {
      const { body } = await execute(bank, pain001(single('9.00', { id: 'INV-1', ...change })), ada)
      return body.data.payments[0]
    }
    expect(await again({})).toMatchObject({
      status: 'rejected',
      reason_code: 'AM05',
      reason: expect.stringContaining('FILE-A'),
    })
    expect(await again({ amount: '9.0' })).toMatchObject({ reason_code: 'AM05' })
    expect(await again({ amount: '9.01' })).toMatchObject({ status: 'settled' })
    expect(await again({ id: 'INV-2' })).toMatchObject({ status: 'settled' })
  })

  it('within a file is a duplicate, except for payments without an EndToEndId', async () => {
    const pay = (id: string, amount: string) => ({ to: to.iban, id, amount })
    const xml = pain001([
      {
        from: from.iban,
        payments: [
          pay('SAME', '1.00'),
          pay('SAME', '2.00'),
          pay('NOTPROVIDED', '1.00'),
          pay('NOTPROVIDED', '1.00'),
        ],
      },
    ])
    const { body } = await execute(bank, xml, ada)
    expect(body.data.payments.map((one: { reason_code: string }) => one.reason_code)).toEqual([
      null,
      'AM05',
      null,
      null,
    ])
  })

  it('is not a duplicate if the first one was rejected', async () => {
    const poor = await openAccount(bank, ada, '1')
    const pay = () =>
      execute(
        bank,
        pain001([{ from: poor.iban, payments: [{ to: to.iban, amount: '2.00', id: 'LATER' }] }]),
        ada,
      )
    expect((await pay()).body.data.payments[0].reason_code).toBe('AM04')
    await bank.call(
      `POST /api/v2/accounts/${poor.uuid}/deposit`,
      { amount: '5', asset_code: 'USD' },
      ada,
    )
    expect((await pay()).body.data.settled).toBe(1)
    expect((await pay()).body.data.payments[0].reason_code).toBe('AM05')
  })

  it('with an Idempotency-Key is a replay, and another file with that key is refused', async () => {
    const xml = pain001(single('4.00'))
    const send = (document: string) => execute(bank, document, { ...ada, key: 'file-key-1' })
    const first = await send(xml)
    const moved = await movesBy(async () => {
      const again = await send(xml)
      expect(again.headers.get('x-idempotency-replayed')).toBe('true')
      expect(again.body).toEqual(first.body)
      const other = await send(pain001(single('4.00')))
      expect(other.status).toBe(409)
      expect(other.body.error.code).toBe('IDEMPOTENCY_CONFLICT')
    })
    expect(moved).toBe(0)
  })
})

describe('reading files and payments', () => {
  it('shows senders only their own, newest first', async () => {
    bank.clock.advance(1)
    const { body } = await execute(bank, pain001(single()), ada)
    const { id, payments } = body.data
    const list = await bank.call('GET /api/v1/iso20022/messages?per_page=2', undefined, ada)
    expect(list.body.data[0]).toMatchObject({ id, status: 'settled' })
    expect(list.body.data).toHaveLength(2)
    const paths = [
      `messages/${id}`,
      `messages/${id}/payments`,
      `messages/${id}/status-report`,
      `payments/${payments[0].id}`,
    ]
    for (const path of paths) {
      const route = `GET /api/v1/iso20022/${path}`
      expect((await bank.call(route, undefined, ada)).status, path).toBe(200)
      expect((await bank.call(route, undefined, grace)).status, path).toBe(404)
      expect((await bank.call(route, undefined, await bank.operator())).status, path).toBe(200)
      expect((await bank.call(route, undefined, await bank.sandboxKey(ada))).status).toBe(404)
    }
  })

  it('emits events of the file and of payments that are not executed at once, to the sender', async () => {
    const batch = { from: from.iban, payments: [{ to: to.iban }, { to: from.iban }] }
    const { body } = await execute(bank, pain001([batch]), ada)
    const rows = await bank.sql<{ type: string; user_uuid: string }>(
      `select type, user_uuid from platform.events
       where data->>'id' = $1 or data->>'file_id' = $1 order by position`,
      [body.data.id],
    )
    expect(rows.map((row) => row.type).toSorted()).toEqual([
      'file_payment.rejected',
      'payment_file.completed',
      'payment_file.received',
    ])
    expect(new Set(rows.map((row) => row.user_uuid))).toEqual(new Set([ada.uuid]))
  })
})
