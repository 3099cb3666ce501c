// The outbox folder: every stored report gets its file, and no file is without its report.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { OUTBOX_JOB } from './outbox.ts'

let bank: Bank
let folder: string
let outbox: string
let operator: Person

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-outbox-'))
  outbox = join(folder, 'outbox')
  bank = await startBank({ env: { REGULATORY_OUTBOX: outbox } })
  operator = await bank.operator()
})
afterAll(async () => {
  await bank.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => rm(outbox, { recursive: true, force: true }))

const request = {
  report_type: 'CTR',
  jurisdiction: 'US',
  report_data: {
    entity_name: 'Florin',
    reporting_date: '2026-03-01',
    transaction_amount: '10000.00',
    transaction_type: 'deposit',
    financial_institution: 'Florin',
    conductor_info: 'Ada',
  },
}

async function file() {
  const { status, body } = await bank.call('POST /api/regtech/reports', request, operator)
  expect(status).toBe(201)
  expect(body.data.details).toMatchObject({ simulated: false, status: 'pending' })
  return body.data
}

/** Empty for a folder that is missing or cannot be read. */
const listFiles = () => readdir(outbox).catch(() => [])

describe('the outbox', () => {
  it('has one file for a report whose first attempt was rolled back', async () => {
    // The first commit fails with a conflict; a sequence is not rolled back.
    await bank.sql(`
      create sequence regulatory.attempts;
      create function regulatory.refuse_first() returns trigger language plpgsql as $$ begin
        if nextval('regulatory.attempts') = 1 then
          raise exception using errcode = 'serialization_failure', message = 'a conflict';
        end if;
        return null;
      end $$;
      create constraint trigger refuse_first after insert on regulatory.reports
        deferrable initially deferred for each row execute function regulatory.refuse_first()`)
    const { reference, details } = await file()
    const attempts = await bank.sql(`select last_value::int as attempts from regulatory.attempts`)
    expect(attempts).toEqual([{ attempts: 2 }])
    await bank.sql(`drop trigger refuse_first on regulatory.reports`)
    await expect.poll(listFiles).toEqual([`${reference}.json`])
    expect(JSON.parse(await readFile(join(outbox, `${reference}.json`), 'utf8'))).toEqual({
      reference,
      report_type: 'CTR',
      jurisdiction: 'US',
      regulator: 'FINCEN',
      data: request.report_data,
      submitted_at: details.submitted_at,
    })
  })

  it('has the file later if it cannot be written at first', async () => {
    await writeFile(outbox, 'a file where the folder should be')
    const { reference } = await file()
    const isLater = `name = $1 and state = 'created' and start_after > now()`
    const listLater = () => bank.sql(`select id from jobs.job where ${isLater}`, [OUTBOX_JOB])
    await expect.poll(listLater).toHaveLength(1)
    await rm(outbox)
    await bank.sql(`update jobs.job set start_after = now() where ${isLater}`, [OUTBOX_JOB])
    await expect.poll(listFiles).toEqual([`${reference}.json`])
  })
})
