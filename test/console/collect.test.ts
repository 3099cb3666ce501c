// Money to an e-mail address in a real browser: the sender sees it waiting and cancels it, and the receiver collects it
// by the link of the mail. Opening the link alone collects nothing and sends the code nowhere.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailsTo, readTransfer, send } from '../../src/domains/payments/mobile/test-support.ts'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import { someOf } from '../harness/rounds.ts'
import { type ConsoleBank, inspectBoth, logIn, signIn, startConsole, visit } from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('collecting money in the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    // Unlike the default, so that a page that repeats the default is found.
    const env = { MOBILE_CLAIM_DAYS: '3', EMAIL_CONFIRMATION: 'mail' }
    ;[running, browser] = await Promise.all([startConsole(env), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  /** A customer with a confirmed address and 100 dollars. */
  async function sender(): Promise<Person> {
    const { bank } = running
    const person = await bank.person()
    await bank.sql('update identity.users set email_verified_at = now() where uuid = $1', [
      person.uuid,
    ])
    const { body } = await bank.call('GET /api/v2/accounts', undefined, person)
    const route = `POST /api/v2/accounts/${body.data[0].uuid}/deposit`
    await bank.call(route, { amount: '100.00', asset_code: 'USD' }, person)
    return person
  }

  /** The newest matches in the mails to an address, once there are so many. */
  async function readMails(email: string, wanted: RegExp, count = 1): Promise<string> {
    const matches = async (): Promise<string[]> =>
      (await mailsTo(running.bank, email)).flatMap((mail) => wanted.exec(mail)?.[1] ?? [])
    await vi.waitUntil(async () => (await matches()).length >= count, {
      timeout: 120_000,
      interval: 30,
    })
    return (await matches()).at(-1)!
  }
  const linkTo = async (email: string, count = 1): Promise<string> => {
    const link = await readMails(email, /^(http\S+\/collect#code=\w+)\r?$/m, count)
    expect(link.startsWith(`${running.bank.url}/`), link).toBe(true)
    return link
  }
  const codeOf = (link: string): string => link.split('#code=')[1]!

  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click()
  const isFilledIn = (page: Page, link: string) =>
    expect
      .poll(() => page.getByLabel('Code from the mail').inputValue(), { timeout: 120_000 })
      .toBe(codeOf(link))
  const waiting = (page: Page) => page.getByRole('table', { name: 'Waiting to be collected' })

  /** The bodies and addresses of all requests of a page. */
  function recordRequests(page: Page): string[] {
    const sent: string[] = []
    page.on('request', (request) => {
      sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '')
    })
    return sent
  }

  /** Opens the page Send, and waits for the stream of events, which starts with what happens next. */
  async function openSend(page: Page, person: Person): Promise<void> {
    const stream = page.waitForResponse(/\/api\/v2\/events\/stream/)
    await signIn(page, running.bank.url, person, '/send')
    await stream
  }

  async function pay(page: Page, to: string, message = ''): Promise<void> {
    await page.getByLabel('Recipient').fill(to)
    await page.getByText('has 3 days to collect the money').waitFor()
    await page.getByLabel('Amount').fill('12.50')
    await page.getByLabel('Message').fill(message)
    await press(page, 'Continue')
    await page.getByText('waits to be collected for 3 days').waitFor()
    await press(page, 'Send now')
    await page.getByRole('heading', { name: 'Waiting to be collected' }).first().waitFor()
    await waiting(page).getByText(to, { exact: true }).waitFor()
  }

  it.each(someOf(['phone', 'desktop'] as const, 1))(
    'is shown to the sender until it is cancelled, or collected by a new customer, on a %s',
    async (width) => {
      const { bank } = running
      const payer = await sender()
      const email = `new-${width}@example.com`
      const { page, context, complaints } = await visit(browser, bank.url, width)
      await openSend(page, payer)
      await pay(page, email)
      const listed = await bank.call('GET /api/v2/mobile/transfers/p2p', undefined, payer)
      const { expires_at } = listed.body.data[0]
      expect(await page.locator(`main time[datetime="${expires_at}"]`).count()).toBe(2)
      const problems = await inspectBoth(page, `waiting-${width}`)

      await press(page, `Cancel the payment to ${email}`)
      await press(page, 'Keep it')
      await press(page, `Cancel the payment to ${email}`)
      problems.push(...(await inspectBoth(page, `cancel-${width}`)))
      await press(page, 'Cancel the payment')
      await page.getByText('The payment is cancelled. The money is back on your account.').waitFor()
      await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
      await waiting(page).waitFor({ state: 'detached' })
      await press(page, 'Send another')
      await pay(page, email, 'For the taxi')

      const link = await linkTo(email, 2)
      const receiver = await visit(browser, bank.url, width)
      const tab = receiver.page
      const sent = recordRequests(tab)
      await tab.goto(link)
      await tab.getByRole('heading', { name: 'Money waits for you' }).waitFor()
      problems.push(...(await inspectBoth(tab, `invited-${width}`)))
      await tab.getByRole('link', { name: 'Sign in' }).click()
      await tab.getByLabel('E-mail').waitFor()
      await tab.getByRole('link', { name: 'Open an account' }).click()
      await tab.getByLabel('Name').fill('Grace Hopper')
      await tab.getByLabel('E-mail').fill(email)
      await tab.getByLabel('Password').fill('Corr3ct-horse-9')
      await press(tab, 'Open the account')
      await isFilledIn(tab, link)
      const code = await readMails(email, /^code: (\S+)/m)
      await tab.getByLabel('Code from the e-mail').fill(code)
      await press(tab, 'Confirm')
      await tab.getByText('Confirm your e-mail address').waitFor({ state: 'detached' })
      await isFilledIn(tab, link)
      problems.push(...(await inspectBoth(tab, `collect-${width}`)))

      expect(sent.filter((text) => text.includes(codeOf(link)))).toEqual([])
      await waiting(page).getByText(email, { exact: true }).waitFor()
      await press(tab, 'Collect')
      await tab.getByRole('heading', { name: 'Collected', exact: true }).waitFor()
      await tab.getByText('From Ada Lovelace: “For the taxi”').waitFor()
      await tab.getByRole('main').getByText('12.50').waitFor()
      problems.push(...(await inspectBoth(tab, `collected-${width}`)))
      // The same body, however often the client sends it.
      const told = new Set(sent.filter((text) => text.includes(codeOf(link))))
      expect([...told].map((text) => JSON.parse(text))).toEqual([{ code: codeOf(link) }])

      await page.getByRole('heading', { name: 'Collected', exact: true }).waitFor()
      await waiting(page).waitFor({ state: 'detached' })
      // The payment's own page says the same, and the cancelled one is there, too.
      await page.getByRole('link', { name: 'See the history' }).click()
      await page.getByRole('table', { name: 'Payments' }).waitFor()
      const entry = page.getByRole('row').filter({ hasText: 'For the taxi' })
      await entry.getByRole('link', { name: email }).click()
      await page.getByRole('heading', { name: 'To an e-mail address' }).waitFor()
      await page.getByText('Collected', { exact: true }).waitFor()
      problems.push(...(await inspectBoth(page, `sent-payment-${width}`)))
      expect([...complaints, ...receiver.complaints]).toEqual([])

      await tab.reload()
      await press(tab, 'Collect')
      await tab.getByText('You have collected this money already').waitFor()
      expect(problems).toEqual([])
      await Promise.all([context.close(), receiver.context.close()])
    },
  )

  it('is refused to another address, and collected on the account that its owner chooses', async () => {
    const { bank } = running
    const [payer, owner, other] = [await sender(), await bank.person(), await bank.person()]
    const opened = await bank.call('POST /api/v2/accounts', { name: 'Holidays' }, owner)
    const { body } = await send(bank, payer, owner.email)
    const link = await linkTo(owner.email)
    const { page, context } = await visit(browser, bank.url, 'phone')
    await signIn(page, bank.url, other)
    await page.goto(link)
    await isFilledIn(page, link)
    await press(page, 'Collect')
    await page.getByRole('alert').getByText('sign in with the address').waitFor()
    await press(page, 'Use another address')
    await page.getByRole('heading', { name: 'Money waits for you' }).waitFor()
    expect((await readTransfer(bank, payer, body.data.transfer_id)).status).toBe('pending')

    // No address in the link is followed after signing in.
    const elsewhere = 'next=//evil.example&return_to=https://evil.example'
    await page.goto(`${bank.url}/collect/sign-in?${elsewhere}#code=${codeOf(link)}`)
    await logIn(page, owner)
    await isFilledIn(page, link)
    expect(page.url()).toBe(link)
    await page.getByLabel('Code from the mail').fill('A'.repeat(32))
    await press(page, 'Collect')
    await page.getByRole('alert').getByText('compare the code with the mail').waitFor()
    await page.getByLabel('Code from the mail').fill(codeOf(link))
    await page.getByLabel('To account').selectOption('Holidays')
    await press(page, 'Collect')
    await page.getByRole('heading', { name: 'Collected', exact: true }).waitFor()
    const route = `GET /api/v2/accounts/${opened.body.data.uuid}/transactions`
    const entries = await bank.call(route, undefined, owner)
    expect(entries.body.data).toMatchObject([{ amount: '10.00', asset_code: 'USD' }])
    await context.close()
  })

  it('leaves the list of its sender when it expires, and says so to its receiver', async () => {
    const { bank } = running
    const [payer, owner] = [await sender(), await bank.person()]
    const { body } = await send(bank, payer, owner.email)
    const sending = await visit(browser, bank.url, 'desktop')
    await openSend(sending.page, payer)
    await waiting(sending.page).getByText(owner.email, { exact: true }).waitFor()
    await bank.sql(
      `update mobile.p2p_transfers set due_at = now() - interval '1 hour', expires_at = now() - interval '1 hour'
       where id = $1`,
      [body.data.transfer_id],
    )
    await bank.runJob('mobile.return_transfers')
    await waiting(sending.page).waitFor({ state: 'detached' })
    await sending.context.close()

    const receiving = await visit(browser, bank.url, 'desktop')
    await signIn(receiving.page, bank.url, owner)
    await receiving.page.goto(await linkTo(owner.email))
    await press(receiving.page, 'Collect')
    await receiving.page.getByText('not collected in time').waitFor()
    await receiving.context.close()
  })
})
