// A customer manages who may act for them, in a real browser: the limit of a connected app, ending it, ending an
// open-banking consent, blocking a phone, and a question about payments in plain words.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorize, registerClient } from '../../src/domains/people/oauth/test-support.ts'
import { give, read } from '../../src/domains/payments/open-banking/test-support.ts'
import type { Person } from '../harness/bank.ts'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import {
  type ConsoleBank,
  findOverflows,
  findViolations,
  picture,
  signIn,
  startConsole,
  visit,
  type Visit,
} from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('connections in the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  let visited: Visit
  let page: Page
  let person: Person
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
    const { bank } = running
    person = await bank.person()
    visited = await visit(browser, bank.url, 'desktop')
    page = visited.page
    await signIn(page, bank.url, person)
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const open = (path: string) => page.goto(running.bank.url + path)
  const look = async (name: string): Promise<void> => {
    await picture(page, name)
    expect([...(await findViolations(page)), ...(await findOverflows(page))]).toEqual([])
  }
  const rowOf = (table: string, name: RegExp) =>
    page.getByRole('table', { name: table }).getByRole('row', { name })

  it('shows apps with their limits, changes one, and disconnects', async () => {
    const { bank } = running
    const client = await registerClient(bank, { client_name: 'Helper' })
    await authorize(bank, person, { client, limit: '5000' })
    await open('/connections')
    const program = rowOf('Connected apps', /Helper/)
    await program.getByText('50.00').waitFor()
    await look('connections-program')
    await program.getByRole('button', { name: 'Limit of Helper' }).click()
    await page.getByLabel('In any 24 hours').fill('12.5')
    await page.getByRole('button', { name: 'Set the limit' }).click()
    await program.getByText('12.50').waitFor()
    await program.getByRole('button', { name: 'Disconnect Helper' }).click()
    await page.getByRole('button', { name: 'Disconnect the app' }).click()
    await page.getByText('No app is connected').waitFor()
  })

  it('ends a consent, which then gives no access', async () => {
    const { bank } = running
    const tpp = await bank.person({ name: 'Budget App' })
    const id = await give(bank, tpp, person)
    expect((await read(bank, tpp, id)).status).toBe(200)
    await open('/connections')
    const consent = rowOf('Consents', /Budget App/)
    await consent.getByText('1 of 4').waitFor()
    await look('connections-consent')
    await consent.getByRole('button', { name: /^End/ }).click()
    await page.getByRole('button', { name: 'End the consent', exact: true }).click()
    await page.getByText('You have given no consent').waitFor()
    await rowOf('Consents that ended', /Budget App/)
      .getByText('You ended it')
      .waitFor()
    await look('connections-ended')
    expect((await read(bank, tpp, id)).status).toBeGreaterThanOrEqual(400)
  })

  it('blocks a phone', async () => {
    const device = {
      device_id: 'phone-1',
      platform: 'ios',
      app_version: '1.0.0',
      device_name: 'Ada’s phone',
    }
    await running.bank.call('POST /api/mobile/devices', device, person)
    await open('/security')
    const row = rowOf('Devices', /phone/)
    await row.getByRole('button', { name: /^Block/ }).click()
    await row.getByText('Blocked').waitFor()
    await look('security-device')
  })

  it('answers a question about payments', async () => {
    const { bank } = running
    const { body } = await bank.call('GET /api/v2/accounts', undefined, person)
    const deposit = { amount: '321.09', asset_code: 'USD', description: 'Salary' }
    await bank.call(`POST /api/v2/accounts/${body.data[0].uuid}/deposit`, deposit, person)
    await open('/history')
    await page.getByLabel('Ask about your payments').fill('deposits over 100 USD')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    const answer = page.getByRole('table', { name: 'What was found' })
    await answer.getByText('321.09').waitFor()
    await look('history-answer')
    expect(visited.complaints).toEqual([])
  })

  // The last, because it ends the session of the user that the others use.
  it('shows where the user is signed in, and ends a session elsewhere', async () => {
    const { email, password } = person
    const headers = { 'User-Agent': 'curl/8.5.0' }
    const call = () => running.bank.call('POST /api/auth/login', { email, password }, { headers })
    const token = (await call()).body.access_token as string
    await call()
    await open('/security')
    const sessions = page.getByRole('table', { name: 'Sessions' })
    await sessions.getByText('This session').waitFor()
    await look('security-sessions')
    await sessions.getByRole('button', { name: 'End the session of curl' }).last().click()
    await page.getByRole('button', { name: 'End the session', exact: true }).click()
    await expect
      .poll(
        async () => (await running.bank.call('GET /api/auth/user', undefined, { token })).status,
      )
      .toBe(401)
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByRole('button', { name: 'End them' }).click()
    await page
      .getByRole('button', { name: 'End all other sessions' })
      .waitFor({ state: 'detached' })
    expect(await sessions.getByRole('row').count()).toBe(2)
  })
})
