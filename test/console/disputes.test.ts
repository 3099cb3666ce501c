// A dispute in a real browser: a customer disputes a payment from its page, the operator finds it in the queue, asks, and
// refunds it out of the bank's money after a review; the customer sees the answer and the refund.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import { tellerOf } from '../../src/domains/core/transactions/test-support.ts'
import { type ConsoleBank, goWithin, inspectBoth, signIn, startConsole, visit } from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('a dispute at the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  it('goes from the page of the payment to the operator and back', async () => {
    const { bank } = running
    const teller = tellerOf(bank)
    const [ada, bob] = [
      await bank.person({ name: 'Ada Lovelace' }),
      await bank.person({ name: 'Bob Byrne' }),
    ]
    const [from, to] = [await teller.open(ada, 100_000), await teller.open(bob)]
    const { uuid } = await teller.transfer(ada, from, to, '30.00', { reference: 'Bicycle' })
    await teller.withdraw(bob, to, '30.00')

    const customer = await visit(browser, bank.url, 'phone', 'dark')
    const problems: string[] = []
    const open = async (person: Person, path: string) => {
      await signIn(customer.page, bank.url, person, path)
      return customer.page
    }
    const page = await open(ada, `/payments/${uuid}`)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Dispute')
    await page.getByLabel('What is wrong?').selectOption('wrong_amount')
    await page.getByLabel('Amount to get back').fill('99')
    await page.getByLabel('What happened?').fill('We agreed on\n20.00.')
    problems.push(...(await inspectBoth(page, 'dispute-form')))
    await press('Open the dispute')
    await page.getByRole('alert').getByText('At most 30.00 USD of this payment').waitFor()
    await page.getByLabel('Amount to get back').fill('10.00')
    await press('Open the dispute')
    await page.getByRole('heading', { name: 'Dispute with Bob Byrne' }).waitFor()
    await page.getByText('We agreed on 20.00.').waitFor()

    const operator = await visit(browser, bank.url, 'desktop')
    const desk = operator.page
    await signIn(desk, bank.url, await bank.operator(), '/dispute-queue')
    const click = (name: string) => desk.getByRole('button', { name, exact: true }).click()
    problems.push(...(await inspectBoth(desk, 'dispute-queue')))
    await desk.getByRole('link', { name: 'Ada Lovelace to Bob Byrne' }).click()
    await desk.getByRole('radio', { name: 'Question with a deadline' }).click()
    await desk.getByLabel('To the payer').fill('Which shop was it?')
    await click('Ask')
    await desk.getByRole('listitem').getByText('Which shop was it?').waitFor()

    await page.getByText('The bank has asked you a question.').waitFor()
    await page.getByLabel('To the bank').fill('The shop at the corner.')
    await press('Send')
    await page.getByRole('listitem').getByText('The shop at the corner.').waitFor()
    problems.push(...(await inspectBoth(page, 'dispute-customer')))

    await desk.getByText('The shop at the corner.').waitFor()
    // The receiver has spent the money, so the bank is proposed.
    expect(await desk.getByLabel('Refund from').inputValue()).toBe('bank')
    await desk.getByLabel('Reason, which the payer reads').fill('The invoice shows 20.00.')
    problems.push(...(await inspectBoth(desk, 'dispute-operator')))
    await click('Review the decision')
    const dialog = desk.getByRole('dialog')
    await dialog.getByText('The bank bears the loss').waitFor()
    problems.push(...(await inspectBoth(desk, 'dispute-review')))
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await desk.getByText('The payer is refunded.').waitFor()
    await desk.getByText('Accepted', { exact: true }).first().waitFor()

    await page.getByText('The invoice shows 20.00.').waitFor()
    expect(await teller.balance(ada, from)).toBe('980.00')
    await page.getByRole('link', { name: 'Open the refund' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dispute refund' }).waitFor()
    await goWithin(page, `/payments/${uuid}`)
    await page.getByRole('heading', { name: 'Disputes' }).waitFor()
    expect(await page.getByRole('button', { name: 'Dispute', exact: true }).count()).toBe(0)
    problems.push(...(await inspectBoth(page, 'payment-disputed')))
    await goWithin(page, '/disputes')
    problems.push(...(await inspectBoth(page, 'disputes')))
    expect(problems).toEqual([])
    expect([...customer.complaints, ...operator.complaints]).toEqual([
      expect.stringContaining('422'),
    ])
    await Promise.all([customer.context.close(), operator.context.close()])
  }, 600_000)
})
