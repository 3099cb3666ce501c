// An operator in a real browser: the live dashboard with the proof of the ledger, users who are found, noted about,
// suspended and reinstated, a freeze with its reason, cash at the counter, a batch, payment files of which one payment is refused, the
// trial balance with an entry that is reversed, a partner with its tenants, a name on the sanctions list, and a tool
// that is switched off.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as nacha from '../../src/domains/payments/payment-rails/nacha/index.ts'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import { callAs, onboard } from '../../src/domains/people/partners/test-support.ts'
import type { Person } from '../harness/bank.ts'
import { someOf } from '../harness/rounds.ts'
import { type ConsoleBank, goWithin, inspectBoth, signIn, startConsole, visit } from './support.ts'

const found = await findBrowser()

/** Without dashes a uuid has room in Othr/Id. */
const bare = (uuid: string): string => uuid.replaceAll('-', '')

const paymentFile = (id: string, from: string, to: string): string => {
  const payment = (name: string, amount: string): string => `
      <CdtTrfTxInf><PmtId><EndToEndId>${id}-${name}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="USD">${amount}</InstdAmt></Amt>
        <Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><Othr><Id>${to}</Id></Othr></Id></CdtrAcct>
      </CdtTrfTxInf>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
  <GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-03-01T12:00:00Z</CreDtTm>
    <NbOfTxs>2</NbOfTxs><CtrlSum>90012.50</CtrlSum><InitgPty><Nm>Bank</Nm></InitgPty></GrpHdr>
  <PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-03-01</Dt></ReqdExctnDt>
    <Dbtr><Nm>Bank</Nm></Dbtr><DbtrAcct><Id><Othr><Id>${from}</Id></Othr></Id></DbtrAcct>
    <DbtrAgt><FinInstnId><BICFI>FLORLT21XXX</BICFI></FinInstnId></DbtrAgt>${payment('Small', '12.50')}${payment('Large', '90000.00')}
  </PmtInf></CstmrCdtTrfInitn></Document>`
}

const VIEWS = [
  { width: 'desktop', scheme: 'light' },
  { width: 'phone', scheme: 'dark' },
] as const
// Each page is inspected in both; the steps are the same.
const views = someOf(VIEWS, 1)

/** One credit for another bank. */
const nachaFile = (): string =>
  nacha.writeFile({
    header: {
      immediateDestination: '061000146',
      immediateOrigin: '021000021',
      fileDate: '2026-03-02',
    },
    batches: [
      {
        header: {
          companyName: 'EMPLOYER',
          companyId: '1234567890',
          secCode: 'PPD',
          description: 'SALARY',
          odfi: '02100002',
        },
        entries: [
          {
            transactionCode: '22',
            routingNumber: '021000021',
            accountNumber: '123456789',
            amount: 2_500n,
            identification: 'X',
            name: 'Ben Field',
            discretionaryData: '',
          },
        ],
      },
    ],
  })

describe.skipIf(!found)('the console for an operator (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click()
  const closeDialog = async (page: Page): Promise<void> => {
    await press(page, 'Close')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }

  const wait = (page: Page, text: string) => page.getByText(text).first().waitFor()

  /** Suspends a user, whose credentials then stop working, and reinstates them. */
  async function suspend(page: Page, person: Person, look: (name: string) => Promise<void>) {
    const { bank } = running
    await page.getByLabel('User', { exact: true }).fill('nobody has this name')
    await press(page, 'Search')
    await wait(page, 'No users found')
    await page.getByLabel('User', { exact: true }).fill(person.email.toUpperCase())
    await press(page, 'Search')
    const link = page.getByRole('table', { name: 'Users' }).getByRole('link')
    await expect.poll(() => link.count()).toBe(1)
    await look('people')
    await link.click()
    await page.getByRole('table', { name: 'Accounts' }).getByText('12.50').waitFor()
    await page.getByRole('button', { name: 'Revoke Bookkeeping' }).waitFor()
    await wait(page, 'No connected apps')
    await page.getByRole('table', { name: 'Latest payments' }).getByText('12.50').first().waitFor()
    await page.getByLabel('New note').fill('Called about a card payment.')
    await press(page, 'Add note')
    const notes = page.getByRole('list', { name: 'Notes' })
    await notes.getByText('Called about a card payment.').waitFor()
    await press(page, 'Correct the note of Operator')
    await page.getByRole('dialog').getByLabel('Note').fill('Called about two card payments.')
    await press(page, 'Correct it')
    await notes.getByText('Called about two card payments.').waitFor()
    await notes.getByText('Earlier text').waitFor()
    await press(page, 'Revoke Bookkeeping')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('table', { name: 'API keys' }).getByText('Inactive').waitFor()
    await page.getByText('The API key is revoked.').first().waitFor()
    await look('person')
    await press(page, 'Suspend')
    await page.getByLabel('Reason for the user').fill('Please confirm who you are.')
    await page.getByLabel('Note for operators').fill('Case 1842')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await wait(page, 'Note: Case 1842')
    await look('person-suspended')
    const mine = () => bank.call('GET /api/v2/accounts', undefined, person)
    expect((await mine()).status).toBe(401)
    const { body } = await bank.call('POST /api/auth/login', person)
    expect(body.message).toContain('Please confirm who you are.')
    await press(page, 'Reinstate')
    await page.getByLabel('Reason for the user').fill('Thank you.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
    await page.getByRole('list', { name: 'History' }).getByText('Thank you.').waitFor()
    expect((await mine()).status).toBe(200)
    await press(page, 'End sessions')
    await page.getByLabel('Reason').fill('You lost your phone.')
    await press(page, 'End them')
    await wait(page, 'They are signed in nowhere.')
    expect((await mine()).status).toBe(401)
  }

  /** A tenant with one customer. */
  async function openTenant(name: string): Promise<void> {
    const { bank } = running
    const partner = await onboard(bank)
    const asked = { name, plan: 'free' }
    const { body } = await callAs(bank, partner, 'POST /api/v2/partner/tenants', asked)
    const headers = { 'X-Tenant-ID': String(body.data.tenant_id) }
    const customer = { name: 'Ada', email: 'ada@example.com', password: 'Corr3ct-horse' }
    const made = await bank.call('POST /api/auth/register', customer, { headers })
    expect(made.status).toBe(201)
  }

  interface Walk {
    readonly page: Page
    readonly operator: Person
    readonly look: (name: string) => Promise<void>
    readonly open: (path: string) => Promise<void>
  }

  /** Signs an operator in, runs the steps, and expects no accessibility barrier and no error. */
  async function walk(
    { width, scheme }: (typeof VIEWS)[number],
    start: string,
    go: (way: Walk) => Promise<void>,
  ): Promise<void> {
    const { bank } = running
    const operator = await bank.operator()
    const { page, context, complaints } = await visit(browser, bank.url, width, scheme)
    const problems: string[] = []
    const look = async (name: string): Promise<void> => {
      problems.push(...(await inspectBoth(page, `operator-${name}-${width}`)))
    }
    const open = (path: string) => goWithin(page, path)
    await signIn(page, bank.url, operator, start)
    await go({ page, operator, look, open })
    expect(problems).toEqual([])
    expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
    await context.close()
  }

  it.each(views)('books cash, takes payment files and runs a batch: $width, $scheme', (view) =>
    walk(view, '/funding', async ({ page, operator, look, open }) => {
      const { bank } = running
      const { width } = view
      const customer = await bank.person({ name: `Mary ${width} Somerville` })
      const asked = { name: `House ${width}` }
      const account = await bank.call('POST /api/v2/accounts', asked, operator)
      const house = account.body.data.uuid as string
      const { body } = await bank.call('GET /api/v2/accounts', undefined, customer)
      const theirs = body.data[0].uuid as string

      const counter = page.locator('section', { hasText: 'Counter' })
      await counter.getByLabel('Account').fill('nobody has this name')
      await counter.getByText('Nothing was found.').waitFor()
      await counter.getByLabel('Account').fill(`house ${width}`)
      await counter.getByRole('button', { name: `House ${width}` }).click()
      await page.getByLabel('Amount').fill('500.00')
      await page.getByLabel('Asset').selectOption('USD')
      await page.getByRole('button', { name: 'Deposit', exact: true }).click()
      await look('funding-review')
      await press(page, 'Book it')
      await page.getByText('Deposit of 500.00 USD is booked.').waitFor()
      await page.getByLabel('User', { exact: true }).fill(customer.email)
      await page.getByRole('button', { name: `Mary ${width} Somerville` }).click()
      await press(page, 'Add a teller')
      await page.getByRole('table', { name: 'Tellers' }).waitFor()
      await look('funding')

      // One payment of the file is taken, and the other refused with its reason.
      await open('/files')
      await page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'payments.xml',
        mimeType: 'application/xml',
        buffer: Buffer.from(paymentFile(`RUN-${width}`, bare(house), bare(theirs))),
      })
      await press(page, 'Send the file')
      await page.getByRole('dialog').getByText(`RUN-${width}`).waitFor()
      await look('file-review')
      await press(page, 'Execute')
      const payments = page.getByRole('list', { name: 'Payments' })
      await payments.getByText('Settled').waitFor()
      await payments.getByText('Rejected').waitFor()
      await look('files')
      // A file that cannot be read says on which line.
      await page.getByLabel('Content').fill('<Document>\n<Broken></Document>')
      await press(page, 'Send the file')
      await page.getByRole('alert').waitFor()
      await page.getByRole('radio', { name: 'NACHA: only read' }).click()
      await page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'payments.ach',
        mimeType: 'text/plain',
        buffer: Buffer.from(nachaFile()),
      })
      await press(page, 'Read the file')
      await page.getByText('The file is sound: 1 batch with 1 entry.').waitFor()
      await page.getByRole('list', { name: 'Entries' }).getByText('Ben Field').waitFor()

      await open('/batches')
      await press(page, 'Start a batch')
      await page.getByLabel('Name').fill('Evening')
      await press(page, 'Start')
      await page.getByRole('dialog').getByText('Evening').waitFor()
      await page.getByRole('dialog').getByText('Completed').first().waitFor()
      await closeDialog(page)
      await look('batches')
    }),
  )

  it.each(views)('keeps the books, partners, sanctions and tools: $width, $scheme', (view) =>
    walk(view, '/general-ledger', async ({ page, look, open }) => {
      const { width } = view
      await page.getByText('Debits and credits are equal.').waitFor()
      await press(page, 'Post an entry')
      await page.getByLabel('What for').fill(`Office rent ${width}`)
      await page.getByLabel('Debit').selectOption({ index: 1 })
      await page.getByLabel('Credit').selectOption({ index: 2 })
      await page.getByLabel('Amount').fill('120.00')
      await press(page, 'Post')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      const entry = page.getByRole('row', { name: `Office rent ${width}` })
      await entry.getByRole('button', { name: /^Reverse/ }).click()
      await page.getByLabel('Reason').fill('Booked twice')
      await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await entry.getByText('Reversed').first().waitFor()
      await page.getByText('Debits and credits are equal.').waitFor()
      await look('general-ledger')

      await openTenant(`Corner ${width}`)
      await open('/partners')
      await page
        .getByRole('row', { name: `Corner ${width}` })
        .getByText('1 of 5')
        .waitFor()
      await look('tenants')
      await press(page, 'Onboard a partner')
      await page.getByLabel('Organisation').fill(`Shop ${width}`)
      await page.getByLabel('E-mail').fill(`shop-${width}@example.com`)
      await press(page, 'Onboard the partner')
      await page.getByLabel('the credentials', { exact: true }).waitFor()
      await press(page, 'I have stored it')
      await page.getByRole('button', { name: `Shop ${width}` }).click()
      await page.getByLabel('Reason').fill('Did not pay')
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
      await page.getByRole('dialog').getByText('Did not pay').waitFor()
      await look('partner')

      await open('/compliance')
      const name = width === 'desktop' ? 'Victor Exemplar' : 'Nowhere Shipping Company'
      await page.getByLabel('Name').fill(name)
      await press(page, 'Screen')
      await page.getByText(`${name} matches 1 on the list`).waitFor()
      await look('compliance')
      await page.getByRole('button', { name: `Resolve the match of ${name}` }).click()
      await page.getByLabel('Reason').fill('Another person of that name')
      await press(page, 'Clear it')
      await page.getByRole('row', { name }).getByText('Cleared').waitFor()

      await open('/tools')
      const tool = page.getByRole('button', { name: /^Switch off/ }).first()
      const title = (await tool.textContent())!.replace('Switch off ', '')
      await tool.click()
      await page.getByLabel('Reason').fill('Under repair')
      await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
      await page.getByRole('button', { name: `Switch on ${title}` }).waitFor()
      await look('tools')

      // Last, so that there is something to see.
      const { uuid } = await running.bank.person()
      await running.bank.sql(
        `update ledger.accounts set quarantine = 'broken: a test' where user_uuid = $1`,
        [uuid],
      )
      await open('/dashboard')
      await page.getByText(/The ledger is sound|Not proved yet/).waitFor()
      await page.getByRole('table', { name: 'Readers of the event log' }).waitFor()
      await page.getByText('1 account is in quarantine').waitFor()
      await page.getByRole('button', { name: 'Prove them again' }).click()
      await page.getByText('1 of 1 accounts proved again, 1 released, 0 still broken').waitFor()
      await look('dashboard')
    }),
  )

  it.each(views)('finds users and accounts, and revokes access: $width, $scheme', (view) =>
    walk(view, '/people', async ({ page, operator, look, open }) => {
      const { bank } = running
      const { width } = view
      const customer = await bank.person({ name: `Grace ${width} Hopper` })
      const { body } = await bank.call('GET /api/v2/accounts', undefined, customer)
      const theirs = body.data[0].uuid as string
      const cash = { amount: '12.50', asset_code: 'USD' }
      await bank.call(`POST /api/v2/accounts/${theirs}/deposit`, cash, customer)
      const key = { name: 'Bookkeeping' }
      await bank.call('POST /api/v2/api-keys', key, customer)
      await suspend(page, customer, look)

      await open('/customers')
      await page.getByLabel('Owner').fill(customer.email)
      await press(page, 'Search')
      await page.getByRole('button', { name: 'Main account' }).click()
      const payments = page.getByRole('dialog').getByRole('table', { name: 'Last payments' })
      await payments.getByText('12.50').waitFor()
      await page.getByLabel('Reason for the customer').fill('Please call us')
      await page.getByLabel('Note for operators').fill('Asked by the police')
      await press(page, 'Freeze')
      await page.getByRole('list', { name: 'History' }).getByText('Frozen').waitFor()
      await page.getByRole('dialog').getByText('Note: Asked by the police').waitFor()
      await look('customer')
      const frozen = await bank.call(`GET /api/v2/accounts/${theirs}`, undefined, operator)
      expect(frozen.body.data.status).toBe('frozen')
      await page.getByLabel('Reason for the customer').fill('It was a mistake')
      await press(page, 'Unfreeze')
      await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
      await closeDialog(page)
      await look('customers')
    }),
  )
})
