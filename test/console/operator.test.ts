// An operator in a real browser: the live dashboard with the proof of the ledger, a freeze with its reason, cash at the
// counter, a batch, a payment file of which one payment is refused, the trial balance, a partner, a name on the
// sanctions list, and a tool that is switched off.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, startBrowser } from '../browser/browser.ts'
import { type ConsoleBank, inspect, signIn, startConsole, visit } from './support.ts'

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

describe.skipIf(!found)('the console for an operator (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: Browser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), startBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).first().click()
  const closeDialog = async (page: Page): Promise<void> => {
    await press(page, 'Close')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }

  it('hides its pages from others', async () => {
    const { bank } = running
    const { page, context } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, await bank.person())
    await page.getByRole('link', { name: 'API keys' }).waitFor()
    expect(await page.getByRole('link', { name: 'Live dashboard' }).count()).toBe(0)
    await context.close()
  })

  it.each([
    { width: 'desktop', scheme: 'light' },
    { width: 'phone', scheme: 'dark' },
  ] as const)(
    'serves the main jobs: $width, $scheme',
    async ({ width, scheme }) => {
      const { bank } = running
      const [operator, customer] = [await bank.operator(), await bank.person()]
      const { token } = operator
      const account = await bank.call('POST /api/v2/accounts', { name: 'House' }, { token })
      const house = account.body.data.uuid as string
      const { body } = await bank.call('GET /api/v2/accounts', undefined, customer)
      const theirs = body.data[0].uuid as string

      const { page, context, complaints } = await visit(browser, bank.url, width, scheme)
      const problems: string[] = []
      const look = async (name: string): Promise<void> => {
        problems.push(...(await inspect(page, `operator-${name}-${width}`)))
      }
      const open = async (path: string) => {
        await page.goto(bank.url + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
      }
      await signIn(page, bank.url, operator)

      await open('/funding')
      await page.getByLabel('Account').fill(house)
      await page.getByLabel('Amount').fill('500.00')
      await page.getByLabel('Asset').selectOption('USD')
      await page.getByRole('button', { name: 'Deposit', exact: true }).click()
      await page.getByText('Deposit of 500.00 USD is booked.').waitFor()
      await page.getByLabel('Person').fill(customer.uuid)
      await press(page, 'Name a teller')
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
      const payments = page.getByRole('list', { name: 'Payments' })
      await payments.getByText('Settled').waitFor()
      await payments.getByText('Rejected').waitFor()
      await look('files')
      // A file that cannot be read says on which line.
      await page.getByLabel('Content').fill('<Document>\n<Broken></Document>')
      await press(page, 'Send the file')
      await page.getByRole('alert').waitFor()

      await open('/customers')
      await page.getByLabel('Account').fill(theirs)
      await press(page, 'Show the account')
      await page.getByRole('dialog').getByText('12.50').waitFor()
      await page.getByLabel('Reason').fill('Asked by the police')
      await press(page, 'Freeze')
      await page.getByRole('dialog').getByText('Frozen').waitFor()
      await look('customer')
      const frozen = await bank.call(`GET /api/v2/accounts/${theirs}`, undefined, customer)
      expect(frozen.body.data.status).toBe('frozen')
      await page.getByLabel('Reason').fill('It was a mistake')
      await press(page, 'Unfreeze')
      await page.getByRole('dialog').getByText('Active').waitFor()
      await closeDialog(page)
      await look('customers')

      await open('/batches')
      await press(page, 'Start a batch')
      await page.getByLabel('Name').fill('Evening')
      await press(page, 'Start')
      await page.getByRole('dialog').getByText('Evening').waitFor()
      await page.getByRole('dialog').getByText('Completed').first().waitFor()
      await closeDialog(page)
      await look('batches')

      await open('/general-ledger')
      await page.getByText('Debits and credits are equal.').waitFor()
      await look('general-ledger')

      await open('/partners')
      await press(page, 'Take on a partner')
      await page.getByLabel('Organisation').fill(`Shop ${width}`)
      await page.getByLabel('E-mail').fill(`shop-${width}@example.com`)
      await press(page, 'Take it on')
      await page.getByLabel('the credentials', { exact: true }).waitFor()
      await press(page, 'I have copied it')
      await page.getByRole('button', { name: `Shop ${width}` }).click()
      await page.getByLabel('Reason').fill('Did not pay')
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
      await page.getByRole('dialog').getByText('Did not pay').waitFor()
      await look('partner')

      await open('/compliance')
      const name = width === 'desktop' ? 'Victor Exemplar' : 'Nowhere Shipping Company'
      await page.getByLabel('Name').fill(name)
      await press(page, 'Screen')
      await page.getByText(`${name} is like 1 on the list`).waitFor()
      await look('compliance')
      await page.getByRole('button', { name: `Decide about ${name}` }).click()
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
      await open('/dashboard')
      await page.getByText(/The ledger is sound|Not proved yet/).waitFor()
      await page.getByRole('table', { name: 'Readers of the event log' }).waitFor()
      await look('dashboard')

      expect(problems).toEqual([])
      expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
      await context.close()
    },
    90_000,
  )
})
