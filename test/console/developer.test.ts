// A developer in a real browser: a key that works at once, a webhook with its deliveries, events as they happen, agents
// with an escrow between them, and the first five minutes with the reader's own ids. The assistant, which every customer
// has, is here as well.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../src/domains/operations/webhooks/test-support.ts'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import { someOf } from '../harness/rounds.ts'
import {
  type ConsoleBank,
  goWithin,
  inspectBoth,
  picture,
  signIn,
  startConsole,
  visit,
} from './support.ts'

const found = await findBrowser()
const run = promisify(execFile)

describe.skipIf(!found)('the console for a developer (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  let receiver: Receiver
  beforeAll(async () => {
    ;[running, browser, receiver] = await Promise.all([
      startConsole({ WEBHOOK_ALLOW_PRIVATE: 'true' }),
      useBrowser(found!),
      startReceiver(),
    ])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close(), receiver.close()]))

  const press = (place: Page | Locator, name: string) =>
    place.getByRole('button', { name, exact: true }).click()
  const dialogOf = (page: Page) => page.getByRole('dialog')

  async function makeKey(page: Page): Promise<string> {
    await press(page, 'Create a key')
    await page.getByLabel('Name').fill('Bookkeeping')
    await page.getByLabel('Write: move money').check()
    await page.getByLabel('Only from these addresses').fill('127.0.0.1')
    await press(page, 'Create the key')
    const key = await page.getByLabel('the API key', { exact: true }).textContent()
    await press(page, 'I have stored it')
    return key!
  }

  const registerAgent = async (page: Page, name: string): Promise<void> => {
    await press(page, 'Register an agent')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('What it can do').fill('payments, escrow')
    await press(page, 'Register')
    await press(page, 'I have stored it')
    await page.getByRole('link', { name, exact: true }).waitFor()
  }

  const fundEscrow = async (page: Page, seller: string, amount: string): Promise<void> => {
    await press(page, 'Create an escrow')
    await page.getByLabel('Buyer').selectOption({ label: 'Buyer' })
    await page.getByLabel('Seller').fill(seller)
    await page.getByLabel('Amount').fill(amount)
    await page.getByLabel('Conditions').fill('delivered')
    await press(page, 'Create')
    await page.getByRole('button', { name: /^Fund it/ }).click()
    await press(dialogOf(page), 'Fund')
    await page.getByLabel('State: funded').waitFor()
  }

  it('asks by GraphQL as the signed-in user, queries and live updates', async () => {
    const { bank } = running
    const person = await bank.person()
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, person, '/first-steps')
    await page.getByRole('link', { name: 'GraphQL playground' }).click()
    const send = page.getByRole('button', { name: 'Send Request' }).first()
    await send.waitFor()
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/graphql') &&
        (response.request().postData() ?? '').includes('query Accounts'),
    )
    await send.click()
    const answer = await answered
    expect(answer.request().headers().authorization).toBeUndefined()
    expect(answer.status()).toBe(200)
    // What the page shows, because the browser need not keep the body of an answer that must not be stored.
    await page.getByText('"Main account"').first().waitFor()

    const account = (await bank.call('GET /api/v2/accounts', undefined, person)).body.data[0].uuid
    const editor = page.locator('.cm-content').filter({ hasText: 'query Accounts' })
    await editor.fill(`subscription { transactionCreated(accountId: "${account}") { amount } }`)
    const opened = page.waitForResponse((response) =>
      (response.headers()['content-type'] ?? '').includes('text/event-stream'),
    )
    await send.click()
    await picture(page, 'developer-playground')
    expect((await opened).status()).toBe(200)
    expect((await opened).request().headers()['x-florin-console']).toBeUndefined()
    const deposit = { amount: '31.70', asset_code: 'USD' }
    await bank.call(`POST /api/v2/accounts/${account}/deposit`, deposit, person)
    await page.getByText('31.70').first().waitFor()
    await picture(page, 'developer-playground')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('runs a mutation of the address bar only when its user confirms it by name', async () => {
    const { bank } = running
    const person = await bank.person()
    const { page, context } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, person, '/first-steps')
    const accounts = async (): Promise<string[]> =>
      (await bank.call('GET /api/v2/accounts', undefined, person)).body.data.map(
        ({ name }: { name: string }) => name,
      )
    const before = await accounts()
    const mutation = 'mutation { user: createAccount(input: { name: "Strange" }) { id } }'
    await page.goto(`${bank.url}/api/graphql-playground?query=${encodeURIComponent(mutation)}`)
    const send = page.getByRole('button', { name: 'Send Request' }).first()
    await page.locator('.cm-content').filter({ hasText: 'Strange' }).waitFor()
    /** The dialog is answered while the click waits for it. */
    const decide = async (decision: 'accept' | 'dismiss'): Promise<string> => {
      const said = page.waitForEvent('dialog').then(async (dialog) => {
        await dialog[decision]()
        return dialog.message()
      })
      const [message] = await Promise.all([said, send.click()])
      return message
    }
    expect(await decide('dismiss')).toContain('Run createAccount as you?')
    await page.getByText('CONFIRMATION_REQUIRED').first().waitFor()
    expect(await accounts()).toEqual(before)
    const answered = page.waitForResponse(
      (response) =>
        response.status() === 200 && (response.request().postData() ?? '').includes('Strange'),
    )
    await Promise.all([answered, decide('accept')])
    expect(await accounts()).toEqual(expect.arrayContaining(['Strange']))
    await context.close()
  })

  const VIEWS = [
    { width: 'desktop', scheme: 'light' },
    { width: 'phone', scheme: 'dark' },
  ] as const

  it.each(someOf(VIEWS, 1))('serves the main jobs: $width, $scheme', async ({ width, scheme }) => {
    const { bank } = running
    const person = await bank.person()
    const { page, context, complaints } = await visit(browser, bank.url, width, scheme)
    const problems: string[] = []
    const look = async (name: string): Promise<void> => {
      problems.push(...(await inspectBoth(page, `developer-${name}-${width}`)))
    }
    const open = (path: string) => goWithin(page, path)
    await signIn(page, bank.url, person, '/keys')

    // A key is shown once, works at once, and stops working when it is revoked.
    const key = await makeKey(page)
    const accounts = await bank.call('GET /api/v2/accounts', undefined, { token: key })
    expect(accounts.status).toBe(200)
    const account = accounts.body.data[0].uuid as string
    expect(await page.content()).not.toContain(key)
    await look('keys')

    await open('/first-steps')
    await page.getByText(account).first().waitFor()
    // The first call runs as it is, with a key of the sandbox.
    await press(page, 'Make a sandbox key')
    await page.getByText('The key is not shown again').waitFor()
    const shown = async (label: string): Promise<string> =>
      (await page.getByRole('region', { name: label, exact: true }).textContent())!
    const first = `${await shown('The key for the first call')}\n${await shown('The first call')}`
    expect(first).toContain('FLORIN_TOKEN=sk_sandbox_')
    expect((await run('sh', ['-c', first])).stdout).toContain('"name":"First account"')
    await page.getByRole('radio', { name: 'Go', exact: true }).click()
    await page.getByText('package main').waitFor()
    await look('first-steps')
    await page.getByRole('radio', { name: 'curl', exact: true }).click()
    // The snippets run as they are, once the key is in its place.
    const snippet = async (label: string): Promise<string> =>
      (await page.getByRole('region', { name: label, exact: true }).textContent())!
    const labels = ['Keep the key in a variable', 'Deposit', 'Pay']
    const script = (await Promise.all(labels.map(snippet))).join('\n')
    const { stdout } = await run('sh', ['-c', script.replace('paste-your-key-here', key)])
    expect(stdout).toContain('"from_account"')

    // A webhook: a test, what was sent and answered, and the same again.
    await open('/webhooks')
    await press(page, 'Add a webhook')
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByLabel('Name').fill('Shop')
    await press(page, 'Add the webhook')
    await page.getByLabel('the webhook secret', { exact: true }).waitFor()
    await press(page, 'I have stored it')
    await look('webhooks')
    await page.getByRole('link', { name: 'Shop' }).click()
    await press(page, 'Send a test')
    const deliveries = page.getByRole('table', { name: 'Deliveries' })
    await deliveries.getByText('Delivered').first().waitFor()
    await deliveries.getByRole('button').first().click()
    await dialogOf(page).getByText('noted').waitFor()
    await look('delivery')
    const before = receiver.received.length
    await press(page, 'Send it again')
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
    await dialogOf(page).waitFor({ state: 'hidden' })
    // Deliveries are filtered, and the webhook can be changed.
    await page.getByLabel('State', { exact: true }).selectOption('failed')
    await page.getByText('No such deliveries').waitFor()
    await page.getByLabel('State', { exact: true }).selectOption('')
    await press(page, 'More actions')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialogOf(page).getByLabel('Name').fill('Till')
    await dialogOf(page).getByLabel('Events').fill('transaction.*, account.*')
    await look('webhook-edit')
    await press(page, 'Save')
    await page.getByRole('heading', { level: 1, name: 'Till' }).waitFor()
    await page.getByText('transaction.*, account.*').waitFor()
    await page.getByText(/^\d+ of \d+ attempts, 100\.0 %$/).waitFor()
    await page.getByRole('img', { name: /^Delivered by day/ }).waitFor()
    await look('webhook')
    expect((await bank.call('GET /api/v2/webhooks', undefined, person)).body.data).toMatchObject([
      { name: 'Till', url: receiver.url, events: ['transaction.*', 'account.*'] },
    ])
    // A replay sends everything since an hour ago once more.
    const sent = receiver.received.length
    await press(page, 'More actions')
    await page.getByRole('menuitem', { name: 'Replay events' }).click()
    await press(page, 'Replay')
    await dialogOf(page).getByRole('status').waitFor()
    await look('replay')
    await press(page, 'Done')
    await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBeGreaterThan(sent)
    await press(page, 'More actions')
    await page.getByRole('menuitem', { name: 'Rotate the secret' }).click()
    await press(page, 'Make a new secret')
    await page.getByLabel('the webhook secret', { exact: true }).waitFor()
    await press(page, 'I have stored it')
    await look('webhook')

    // Events appear by themselves.
    await open('/events')
    await page.getByText('Live', { exact: true }).waitFor()
    const events = page.getByRole('list', { name: 'Events' })
    await events.getByText('account.created').first().click()
    const booked = () => events.getByText('transaction.completed').count()
    const earlier = await booked()
    const deposit = { amount: '80.00', asset_code: 'USD' }
    await bank.call(`POST /api/v2/accounts/${account}/deposit`, deposit, { token: key })
    await expect.poll(booked, { timeout: 120_000 }).toBeGreaterThan(earlier)
    await look('events')

    // Two agents and an escrow between them.
    await open('/agents')
    await registerAgent(page, 'Buyer')
    await registerAgent(page, 'Seller')
    const { body } = await bank.call('GET /api/agent-protocol/agents', undefined, {
      token: person.token,
    })
    const seller = body.data.find(({ name }: { name: string }) => name === 'Seller').did
    await fundEscrow(page, seller, '12.50')
    await look('agents')
    // Nothing is released before the buyer has said which conditions are met.
    await page.getByRole('button', { name: /^Release to the seller/ }).click()
    await press(dialogOf(page), 'Release')
    await dialogOf(page).getByText('A condition is not met yet').waitFor()
    await dialogOf(page).getByLabel('delivered').check()
    await look('release')
    await press(dialogOf(page), 'Release')
    await page.getByLabel('State: released').waitFor()
    // The money of a disputed escrow stays reserved until it is resolved.
    await fundEscrow(page, seller, '7.25')
    await page.getByRole('button', { name: /^Dispute/ }).click()
    await page.getByLabel('Reason').fill('It never came')
    await dialogOf(page).getByRole('button', { name: 'Dispute' }).click()
    await page.getByLabel('State: disputed').waitFor()
    await look('dispute')

    await page.getByRole('link', { name: 'Buyer', exact: true }).click()
    await press(page, 'Write')
    await page.getByLabel('To', { exact: true }).fill(seller)
    await page.getByLabel('Message', { exact: true }).fill('Thank you')
    await press(page, 'Send')
    await page.getByRole('list', { name: 'Messages' }).getByText('Thank you').waitFor()
    await press(page, 'Create a key')
    await page.getByLabel('Name').fill('Server')
    await press(page, 'Create the key')
    await page.getByLabel('the agent key', { exact: true }).waitFor()
    await press(page, 'I have stored it')
    await look('agent')

    await open('/keys')
    await page.getByRole('button', { name: 'Revoke Bookkeeping' }).click()
    await look('revoke')
    await press(page, 'Revoke the key')
    await page.getByRole('button', { name: 'Revoke Bookkeeping' }).waitFor({ state: 'hidden' })
    const after = await bank.call('GET /api/v2/accounts', undefined, { token: key })
    expect(after.status).toBe(401)

    expect(problems).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each(someOf(['phone', 'desktop'] as const, 1))(
    'lets a customer speak with the assistant, which sends only what was confirmed: %s',
    async (width) => {
      const { bank } = running
      const person = await bank.person()
      const { body } = await bank.call('GET /api/v2/accounts', undefined, person)
      const account = body.data[0].uuid as string
      const deposit = { amount: '100.00', asset_code: 'EUR' }
      await bank.call(`POST /api/v2/accounts/${account}/deposit`, deposit, person)
      const savings = { name: 'Savings', type: 'savings' }
      const { body: opened } = await bank.call('POST /api/v2/accounts', savings, person)
      const { page, context, complaints } = await visit(browser, bank.url, width)
      const problems: string[] = []
      await signIn(page, bank.url, person, '/assistant')
      const say = async (text: string): Promise<void> => {
        await page.getByLabel('Your message').fill(text)
        await press(page, 'Ask')
      }
      await say('What is my balance?')
      const talk = page.getByRole('list', { name: 'Conversation', exact: true })
      await talk.getByText('100.00').waitFor()
      await page.getByRole('button', { name: 'This helped' }).first().click()
      await page.getByRole('button', { name: 'This helped', pressed: true }).waitFor()

      await say('send 20 EUR to savings')
      const confirm = page.getByRole('button', { name: 'Confirm 20.00 EUR to Savings' })
      await confirm.waitFor()
      const balances = `GET /api/v1/accounts/${opened.data.uuid}/balances?asset=EUR&positive=true`
      const before = await bank.call(balances, undefined, person)
      expect(JSON.stringify(before.body)).not.toMatch(/[:"]2000[,"}]/)
      problems.push(...(await inspectBoth(page, `assistant-${width}`)))
      await confirm.click()
      await confirm.waitFor({ state: 'hidden' })
      const after = await bank.call(balances, undefined, person)
      expect(JSON.stringify(after.body)).toContain('2000')

      const list = page.getByRole('list', { name: 'Conversations' })
      await list.getByRole('button', { name: /^Delete/ }).click()
      await page.getByText('None yet.').waitFor()
      expect(problems).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})
