// What cannot be undone at the console, in a real browser: access that ends is shown before, a secret that is shown once
// stays until it is stored, and a message says what was done.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import {
  type ConsoleBank,
  goWithin,
  inspectBoth,
  signIn,
  startConsole,
  visit,
  type Visit,
} from './support.ts'

const found = await findBrowser()

/** Longer than a message is shown. */
const SHOWN = '00:10'

describe.skipIf(!found)('what ends at the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  let person: Person
  let visited: Visit
  let page: Page
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
    person = await running.bank.person()
    visited = await visit(browser, running.bank.url, 'desktop')
    page = visited.page
    await page.clock.install()
    await visited.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, running.bank.url, person)
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click()
  const dialog = () => page.getByRole('dialog')
  const messages = () => page.getByRole('region', { name: 'Notifications' }).getByRole('paragraph')
  const makeKey = async (name: string): Promise<void> => {
    await goWithin(page, '/keys')
    await press('Create a key')
    await page.getByLabel('Name').fill(name)
    await press('Create the key')
    await page.getByLabel('the API key', { exact: true }).waitFor()
  }

  it('keeps a secret open until it is copied or stored', async () => {
    await makeKey('First')
    const close = dialog().getByRole('button', { name: 'Close' })
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await page.getByLabel('the API key', { exact: true }).waitFor()
    expect(await close.count()).toBe(0)
    expect(await inspectBoth(page, 'secret')).toEqual([])
    await press('Copy the API key')
    await close.waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })

    await makeKey('Second')
    await press('I have stored it')
    await dialog().waitFor({ state: 'hidden' })
  })

  it('turns the second factor on only when the recovery codes are stored', async () => {
    await goWithin(page, '/security')
    await press('Set up two-factor authentication')
    await page.getByLabel('Code from the app').fill('000000')
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/2fa/confirm')) calls++
    })
    await press('Turn on two-factor authentication')
    const stored = page.getByLabel('I have stored the recovery codes')
    expect(await stored.isChecked()).toBe(false)
    expect(calls).toBe(0)
    await press('Copy the recovery codes')
    await expect.poll(() => stored.isChecked()).toBe(true)
    await press('Turn on two-factor authentication')
    await page.getByRole('alert').waitFor()
    expect(calls).toBe(1)
  })

  it('shows what ends before a key is revoked', async () => {
    await makeKey('Bookkeeping')
    await press('I have stored it')
    await press('Revoke Bookkeeping')
    await dialog().getByText('Bookkeeping').waitFor()
    await dialog().getByText('Last used').waitFor()
    expect(await inspectBoth(page, 'review')).toEqual([])
    await press('Cancel')
    await dialog().waitFor({ state: 'hidden' })
    const button = page.getByRole('button', { name: 'Revoke Bookkeeping' })
    const focused = () => page.evaluate('document.activeElement.textContent')
    await expect.poll(focused).toBe('Revoke Bookkeeping')
    await button.click()
    await press('Revoke the key')
    await messages().getByText('The key is revoked.').waitFor()
    await button.waitFor({ state: 'detached' })
    const { body } = await running.bank.call('GET /api/v2/api-keys', undefined, person)
    const active = (body.data as { name: string; is_active: boolean }[]).filter(
      ({ is_active }) => is_active,
    )
    expect(active.map(({ name }) => name).toSorted()).toEqual(['First', 'Second'])
    await press('Dismiss')
    expect(await messages().count()).toBe(0)
  })

  it('shows a message for a while, and longer under the pointer or the focus', async () => {
    await goWithin(page, '/accounts')
    await page.getByRole('link', { name: 'Main account' }).click()
    const rename = async (name: string): Promise<void> => {
      await press('More actions')
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await dialog().getByLabel('Name').fill(name)
      await press('Rename')
      await messages().getByText(`called ${name}`).waitFor()
    }
    await rename('Household')
    expect(await inspectBoth(page, 'toast')).toEqual([])
    await messages().hover()
    await page.clock.fastForward(SHOWN)
    expect(await messages().count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss' }).focus()
    await page.mouse.move(5, 5)
    await page.clock.fastForward(SHOWN)
    expect(await messages().count()).toBe(1)
    await page.getByRole('button', { name: 'More actions' }).focus()
    await page.clock.fastForward(SHOWN)
    await expect.poll(() => messages().count()).toBe(0)
    await press('Copy: IBAN')
    await messages().getByText('IBAN copied.').waitFor()
    expect(visited.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
  })
})
