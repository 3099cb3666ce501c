// Failures at the console, in a real browser: answers that are lost, a session that ends, a bank that stops, more
// accounts than usual, several tabs, and a page that is for others.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import {
  type ConsoleBank,
  findViolations,
  goWithin,
  logIn,
  signIn,
  startConsole,
  visit,
} from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('trouble at the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const open = async (person: Person, name: string): Promise<string> => {
    const { body } = await running.bank.call('POST /api/v2/accounts', { name }, person)
    return body.data.uuid
  }
  const deposit = async (person: Person, account: string, amount: string): Promise<void> => {
    const route = `POST /api/v2/accounts/${account}/deposit`
    const { body } = await running.bank.call(route, { amount, asset_code: 'USD' }, person)
    expect(body.error).toBeUndefined()
  }
  const firstAccount = async (person: Person): Promise<string> => {
    const { body } = await running.bank.call('GET /api/v2/accounts', undefined, person)
    return body.data[0].uuid
  }

  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name }).click()
  const draft = async (page: Page, to: string, amount: string): Promise<void> => {
    await page.getByLabel('Recipient').fill(to)
    await page.getByLabel('Amount').fill(amount)
    await press(page, 'Continue')
  }

  it('makes a payment once though its answer is lost, and asks to sign in when the session ended', async () => {
    const { bank } = running
    const person = await bank.person({ password: 'Corr3ct-horse ' })
    await deposit(person, await firstAccount(person), '50.00')
    const to = await open(person, 'Holidays')
    const { page, context } = await visit(browser, bank.url, 'desktop')
    await page.goto(`${bank.url}/send`)
    // The blank at the end belongs to the password.
    await logIn(page, person)

    const canTurnBack: boolean[] = []
    const lose = async (route: Route): Promise<void> => {
      if (route.request().postData()!.includes('simulate')) return route.continue()
      const back = page.getByRole('button', { name: 'Change something' })
      canTurnBack.push(await back.isEnabled())
      await route.fetch()
      await route.abort()
    }
    await page.route('**/api/v2/transfers', lose)
    await draft(page, to, '40.00')
    await press(page, 'Send now')
    await page.getByText('It is not known whether the payment went').waitFor()
    // The client tried twice by itself.
    expect(canTurnBack).toEqual([false, false])
    await page.unroute('**/api/v2/transfers')
    await press(page, 'Send now')
    await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor()

    // A changed payment is another one, and the first may have gone.
    await press(page, 'Send another')
    await page.route('**/api/v2/transfers', lose)
    await draft(page, to, '5.00')
    await press(page, 'Send now')
    await page.getByText('It is not known whether the payment went').waitFor()
    await page.unroute('**/api/v2/transfers')
    await press(page, 'Change something')
    await page.getByRole('note').getByText('before you send a changed payment').waitFor()
    await page.getByLabel('Amount').fill('2.00')
    await press(page, 'Continue')
    await page.getByRole('note').getByText('before you send a changed payment').waitFor()
    await press(page, 'Send now')
    await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    const route = `GET /api/v2/accounts/${to}/transactions`
    const { body } = await bank.call(route, undefined, person)
    const booked = (body.data as { amount: string }[]).map(({ amount }) => amount)
    expect(booked).toEqual(['2.00', '5.00', '40.00'])

    await press(page, 'Send another')
    await draft(page, 'nobody@example.com', '3.01')
    await page.getByText('There is not enough').waitFor()
    await page.getByLabel('Amount').fill('1.001')
    await press(page, 'Continue')
    await page.getByText('at most 2 decimal places').waitFor()
    await page.getByLabel('Amount').fill('1.25')
    await press(page, 'Continue')
    await page.getByText('1.75').waitFor()
    await context.clearCookies()
    await press(page, 'Send now')
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await context.close()
  })

  it('says once that the bank does not answer, and reads again when it is back', async () => {
    const { bank } = running
    const person = await bank.person()
    const account = await firstAccount(person)
    const { page, context } = await visit(browser, bank.url, 'desktop')
    const banner = page.getByText('The bank does not answer. Trying again…')
    const goTo = (name: string) => page.getByRole('link', { name, exact: true }).click()
    // Without live updates, so that what is shown was read again.
    await page.route('**/events/stream*', (route) => route.abort())
    await signIn(page, bank.url, person)
    await page.getByText('No activity yet').waitFor()

    const down = /\/(api\/v|health\/)/
    await page.route(down, (route) => route.abort())
    await goTo('Exchange')
    await banner.waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await page.getByRole('alert').count()).toBe(0)
    await goTo('Overview')
    await deposit(person, account, '77.10')
    await page.unroute(down)
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('table', { name: 'Recent activity' }).getByText('77.10').waitFor()

    // A proxy answers for the bank, and a write does not wait.
    const proxy = (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' })
    await goTo('API keys')
    await page.getByText('You have no key yet').waitFor()
    await press(page, 'Create a key')
    await page.getByLabel('Name').fill('Kept')
    await page.route(down, proxy)
    await press(page, 'Create the key')
    await banner.waitFor()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.unroute(down)
    await banner.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Kept')
    await press(page, 'Close')

    // A refusal of a bank that is there is the error of one read.
    await page.route('**/api/v2/webhooks', (route) => route.fulfill({ status: 503, json: {} }))
    await goTo('Webhooks')
    await page.getByRole('alert').getByText('503').waitFor()
    expect(await banner.count()).toBe(0)
    await context.close()
  })

  it('shows all of 25 accounts, keeps the focus in a list, and says what cannot be done', async () => {
    const { bank } = running
    const person = await bank.person()
    let newest = ''
    for (let number = 2; number <= 25; number++) newest = await open(person, `Pot ${number}`)
    for (let number = 0; number < 21; number++) await deposit(person, newest, '1.00')
    await deposit(person, newest, '979.00')
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, person)
    const total = page
      .getByText('Total balance', { exact: true })
      .locator('xpath=following-sibling::*[1]')
    await expect.poll(() => total.textContent()).toBe('1,000.00USD')
    await page.getByRole('list', { name: 'Balances by account' }).getByText('Pot 25').waitFor()
    await goWithin(page, '/accounts')
    await page.getByRole('main').getByRole('link', { name: 'Pot 25' }).waitFor()
    expect(await page.getByRole('main').getByRole('link').count()).toBe(25)

    await goWithin(page, '/history')
    const table = page.getByRole('table', { name: 'Payments' })
    await table.waitFor()
    let isBusy: unknown
    const read = async (route: Route): Promise<void> => {
      isBusy = await page.evaluate(`document.querySelector('main table')?.ariaBusy`)
      await route.continue()
    }
    await page.route(/[?&]page=2\b/, read, { times: 1 })
    const next = page.getByRole('button', { name: 'Next' })
    await next.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Page 2 of 2').waitFor()
    expect(isBusy).toBe('true')
    expect(await table.getAttribute('aria-busy')).toBe('false')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Next')

    await goWithin(page, '/people')
    await page.getByText('This page is for operators of the bank.').waitFor()
    await page.getByRole('link', { name: 'API keys' }).waitFor()
    expect(await page.getByRole('link', { name: 'Live dashboard' }).count()).toBe(0)
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)

    // As over plain http, where a page has no clipboard.
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    await goWithin(page, `/accounts/${newest}`)
    await press(page, 'Copy: Florin id')
    await page.getByText('Press Ctrl+C to copy').waitFor()
    expect(await page.evaluate('getSelection().toString()')).toBe(newest)
    expect(complaints).toEqual([])

    await context.setOffline(true)
    await press(page, 'Sign out')
    await page.getByText('You are still signed in').waitFor()
    await page.getByRole('link', { name: 'Exchange' }).click()
    await page.getByText('This page could not be loaded').waitFor()
    await context.close()
  })

  it('draws its charts in a browser whose language is no language tag', async () => {
    const { bank } = running
    const person = await bank.person()
    await deposit(person, await firstAccount(person), '12.50')
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    // What Chromium says under LANG=C.
    await context.addInitScript(
      `Object.defineProperty(navigator, 'language', { value: 'en-US@posix' })`,
    )
    await signIn(page, bank.url, person)
    await page.getByRole('img', { name: /^Total balance of all accounts/ }).waitFor()
    expect(await page.evaluate('navigator.language')).toBe('en-US@posix')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('follows one stream for all tabs, which another tab takes over', async () => {
    const { bank } = running
    const person = await bank.person()
    const account = await firstAccount(person)
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    let streams = 0
    context.on('request', (request) => {
      if (request.url().includes('/api/v2/events/stream')) streams++
    })
    await signIn(page, bank.url, person)
    const second = await context.newPage()
    await second.goto(bank.url)
    for (const tab of [page, second]) await tab.getByText('No activity yet').waitFor()
    await deposit(person, account, '77.10')
    for (const tab of [page, second])
      await tab.getByRole('table', { name: 'Recent activity' }).getByText('77.10').waitFor()
    await goWithin(second, '/events')
    const events = second.getByRole('list', { name: 'Events' }).getByRole('listitem')
    await events.first().waitFor()
    const before = await events.count()
    expect(streams).toBe(1)

    await page.close()
    await expect.poll(() => streams).toBe(2)
    await deposit(person, account, '5.00')
    await expect.poll(() => events.count()).toBeGreaterThan(before)
    expect(complaints).toEqual([])
    await context.close()
  })
})
