// The API reference in a real browser: finding an operation, samples that run as they are, and trying it with the
// session of the console or with a token. It calls no host but the bank, and the browser reports no errors.
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSteps } from '../../console/src/reference/start-samples.ts'
import { SOFTWARE_VERSION } from '../../src/kernel/version.ts'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import { type ConsoleBank, inspect, inspectBoth, signIn, startConsole, visit } from './support.ts'

const found = await findBrowser()
const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const SCRIPT_BYTES_MAX = 150_000
const PAGE_BYTES_MAX = 150_000
const USABLE_MS_WANTED = 2_000

describe.skipIf(!found)('the API reference (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  let docs: string
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
    docs = `${running.bank.url}/api/docs`
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const open = async (page: Page, place: string) => {
    await page.goto(docs + place)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
  const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()
  const answerOf = (page: Page) => page.getByRole('region', { name: 'Answer', exact: true })
  const sampleOf = async (page: Page, language: string): Promise<string> => {
    await page.getByRole('radio', { name: language }).click()
    return (await page.getByRole('region', { name: 'Sample request' }).textContent())!
  }

  it('is small, soon usable, and measured', async () => {
    const html = await readFile(join(running.folder, 'reference.html'), 'utf8')
    const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, at]) => at!)
    const sizesOf = (files: readonly string[]): Promise<number[]> =>
      Promise.all(files.map(async (file) => (await stat(join(running.folder, `${file}.br`))).size))
    const bytes = (await sizesOf(scripts)).reduce((sum, size) => sum + size, 0)
    const manifest = JSON.parse(
      await readFile(join(running.folder, 'manifest.json'), 'utf8'),
    ) as Readonly<Record<string, { file: string; dynamicImports?: string[] }>>
    const guides = manifest['reference.html']!.dynamicImports!.map((key) => manifest[key]!.file)
    const largest = Math.max(...(await sizesOf(guides)))
    const { page, context, complaints } = await visit(browser, running.bank.url, 'desktop')
    await open(page, '')
    await page.getByRole('link', { name: 'Transfers', exact: true }).waitFor()
    const cold = await page.evaluate<number>('performance.now()')
    await open(page, '/operations/transfer.create')
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    const warm = await page.evaluate<number>('performance.now()')
    const documents = await page.evaluate<Record<string, number>>(
      `Object.fromEntries(performance.getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/'))
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]))`,
    )
    const transferred = Object.values(documents).reduce((sum, size) => sum + size, 0)
    process.stdout.write(
      `\nReference: ${(bytes / 1000).toFixed(0)} KB of script and ${(transferred / 1000).toFixed(0)} KB of data for an operation (compressed); ` +
        `usable after ${cold.toFixed(0)} ms, the first time of this bank, then ${warm.toFixed(0)} ms (wanted: ${USABLE_MS_WANTED} ms)\n`,
    )
    expect(scripts.length).toBeGreaterThan(2)
    // Each guide is a file of its own, and is loaded when it is shown.
    expect(guides.length).toBeGreaterThan(30)
    expect(bytes + largest).toBeLessThan(SCRIPT_BYTES_MAX)
    expect(Object.keys(documents).toSorted()).toEqual([
      '/api/docs/domains/transfers.json',
      '/api/docs/index.json',
    ])
    expect(transferred).toBeLessThan(PAGE_BYTES_MAX)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('finds an operation, and tries it with the session of the console', async () => {
    const { bank } = running
    const person = await bank.person()
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, person, '/first-steps')
    await page.getByRole('link', { name: 'Reference', exact: true }).click()
    await page.getByRole('heading', { name: 'Getting started' }).waitFor()

    // Found by words, and gone to by the keyboard alone.
    await page.getByLabel('Search the reference').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('transfer')
    const results = page.getByRole('list', { name: 'Found' }).getByRole('link')
    await results.first().getByText('POST /api/v2/transfers', { exact: true }).waitFor()
    await page.getByLabel('Search the reference').fill('insufficient_funds')
    await results.first().getByText('Error', { exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toContain('INSUFFICIENT_FUNDS')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('get user')
    await results.first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = await results.nth(1).getAttribute('href')
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(second)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${second}`)
    // The heading of the new page takes the focus.
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    await page.getByLabel('Search the reference').fill('user.get')
    await page.getByLabel('Search the reference').press('Enter')
    await page.waitForURL('**/operations/user.get')

    // The session goes along; nothing is pasted.
    await page.getByText(`your console session is used (${person.email})`).waitFor()
    await send(page)
    await answerOf(page).getByText('200', { exact: true }).waitFor()
    expect(await answerOf(page).textContent()).toContain(person.email)

    // Their accounts are offered by name, for parameters and for fields of the body.
    const spare = await bank.call('POST /api/v2/accounts', { name: 'Spare' }, person)
    const { uuid } = spare.body.data as { uuid: string }
    await open(page, '/operations/account.get')
    const account = page.getByRole('combobox', { name: 'uuid (required)' })
    await account.selectOption(uuid)
    await send(page)
    await answerOf(page).getByText('"Spare"').waitFor()
    const other = await bank.call('GET /api/v2/accounts?per_page=1&page=2', undefined, person)
    await account.selectOption('Another account')
    await page.getByLabel('Id for uuid').fill(other.body.data[0].uuid)
    await send(page)
    await answerOf(page).getByText(other.body.data[0].uuid).first().waitFor()
    expect(await inspectBoth(page, 'reference-accounts')).toEqual([])
    await open(page, '/operations/transfer.create')
    await page.getByRole('combobox', { name: 'to_account' }).selectOption(uuid)
    expect(JSON.parse(await page.getByLabel('Body').inputValue())).toMatchObject({
      to_account: uuid,
      amount: expect.any(String),
    })

    // A write, and a problem that is found before anything is sent.
    await open(page, '/operations/account.open')
    await page.getByLabel('Body').fill('{"name": ')
    await send(page)
    await page.getByRole('alert').getByText('The body is not JSON yet').waitFor()
    await page.getByLabel('Body').fill('{"name": "From the reference"}')
    await send(page)
    await answerOf(page).getByText('From the reference').waitFor()
    const list = await bank.call('GET /api/v2/accounts', undefined, { token: person.token })
    expect(list.body.data.map(({ name }: { name: string }) => name)).toContain('From the reference')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('shows fields within fields: desktop, light', async () => {
    const { page, context, complaints } = await visit(browser, running.bank.url, 'desktop')
    await open(page, '/operations/transfer.create')
    await page.getByRole('button', { name: 'Show the fields', exact: true }).last().click()
    await page.getByRole('button', { name: 'Show the fields of data' }).first().click()
    await page.getByText('estimated_completion').first().waitFor()
    expect(await inspect(page, 'reference-operation-desktop')).toEqual([])
    await open(page, '/domains/accounts')
    expect(await inspect(page, 'reference-domain-desktop')).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('names operations, and folds older names and routes away', async () => {
    const { page, context, complaints } = await visit(browser, running.bank.url, 'desktop')
    await open(page, '/operations/transfer.create')
    await page.getByRole('heading', { level: 1, name: 'Create a transfer', exact: true }).waitFor()
    const body = page.locator('section', { has: page.getByRole('heading', { name: 'Body' }) })
    const row = (name: string) => body.locator('li', { has: page.getByText(name, { exact: true }) })
    await row('amount').getByText('required').waitFor()
    expect(await row('reference').getByText('required').count()).toBe(0)
    expect(await row('from_account_uuid').isVisible()).toBe(false)
    await body.getByText(/^Older names of fields/).click()
    await row('from_account_uuid').waitFor()
    const other = page.getByRole('link', { name: 'POST /api/transfers' })
    expect(await other.isVisible()).toBe(false)
    await page.getByText('Older and second routes').click()
    await other.click()
    await page.waitForURL('**/operations/transfer.create.post_api_transfers')
    await page.getByText('An alias of').waitFor()

    // The language is chosen once, for all operations and visits.
    await page.getByRole('radio', { name: 'Python' }).click()
    await open(page, '/operations/account.open')
    const sample = page.getByRole('region', { name: 'Sample request' })
    await sample.getByText('import urllib.request').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('has the guides and the changelog: desktop and phone, light and dark', async () => {
    const { page, context, complaints } = await visit(browser, running.bank.url, 'desktop')
    await open(page, '')
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('button', { name: 'Guides: Integrate' }).click()
    await contents.getByRole('link', { name: 'Receiving events', exact: false }).click()
    await page.waitForURL('**/guides/webhooks')
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: 'Receiving events' }).waitFor()
    expect(await inspectBoth(page, 'reference-guide')).toEqual([])
    // A route in a guide leads to its operation, and a guide to another one.
    await main.getByRole('link', { name: 'GET /api/v2/webhooks/events' }).click()
    await page.waitForURL('**/operations/webhook.events')
    await open(page, '/guides')
    await main.getByRole('link', { name: 'Regulatory', exact: true }).click()
    await main.getByRole('heading', { level: 1, name: 'Regulatory reporting' }).waitFor()
    expect(await inspectBoth(page, 'reference-guide-tables')).toEqual([])

    // An anchor leads to its heading, from another page and from outside.
    await page.getByLabel('Search the reference').fill('checking signature')
    await page.getByLabel('Search the reference').press('Enter')
    await page.waitForURL('**/guides/webhooks#checking-the-signature')
    const top = () =>
      page.evaluate<number | undefined>(
        `document.getElementById('checking-the-signature')?.getBoundingClientRect().top`,
      )
    await expect.poll(async () => (await top()) ?? Number.NaN).toBeLessThan(300)

    await contents.getByRole('link', { name: 'Changelog' }).click()
    await main.getByText(`This bank runs Florin ${SOFTWARE_VERSION}.`).waitFor()
    await main.getByRole('heading', { name: /^1\.0\.0/ }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('says that a page does not exist, and searches: phone, dark', async () => {
    const { page, context } = await visit(browser, running.bank.url, 'phone', 'dark')
    const answer = await page.goto(`${docs}/operations/transfer.undo`)
    expect(answer!.status()).toBe(404)
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
    await main.getByText('operations/transfer.undo').waitFor()
    await main.getByLabel('Search the reference').fill('reverse')
    await main.getByRole('list', { name: 'Found' }).getByRole('link').first().waitFor()
    expect(await inspectBoth(page, 'reference-missing-phone')).toEqual([])
    await main.getByLabel('Search the reference').fill('transaction.reverse')
    await main.getByLabel('Search the reference').press('Enter')
    await page.waitForURL('**/operations/transaction.reverse')
    await context.close()
  })

  it('says what to do about an error: desktop, light', async () => {
    const { page, context, complaints } = await visit(browser, running.bank.url, 'desktop')
    await open(page, '/operations/transfer.create')
    await page.getByRole('link', { name: 'ACCOUNT_FROZEN', exact: true }).click()
    await page.waitForURL('**/errors#ACCOUNT_FROZEN')
    const entry = page.locator('#ACCOUNT_FROZEN')
    await entry.getByText('What to do').waitFor()
    const top = () =>
      page.evaluate<number>('document.querySelector("#ACCOUNT_FROZEN").getBoundingClientRect().top')
    await expect.poll(top).toBeLessThan(300)
    await page.getByLabel('Find an error').fill('429 retry')
    await page.getByText('RATE_LIMIT_EXCEEDED').waitFor()
    await expect.poll(() => entry.count()).toBe(0)
    expect(await inspect(page, 'reference-errors-desktop')).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('takes a pasted token, which it keeps to itself: phone, dark', async () => {
    const { bank } = running
    const { token, email } = await bank.person()
    const { page, context, complaints } = await visit(browser, bank.url, 'phone', 'dark')
    const problems: string[] = []
    await open(page, '')
    problems.push(...(await inspect(page, 'reference-start-phone')))
    await page.getByRole('button', { name: 'Contents and search' }).click()
    await page.getByRole('dialog').getByLabel('Search the reference').fill('user.get')
    problems.push(...(await inspect(page, 'reference-search-phone')))
    await page.getByRole('dialog').getByRole('link').first().click()
    await page.waitForURL('**/operations/user.get')

    await page.getByLabel('Token or API key').fill(token)
    await send(page)
    await answerOf(page).getByText('200', { exact: true }).waitFor()
    expect(await answerOf(page).textContent()).toContain(email)
    problems.push(...(await inspect(page, 'reference-operation-phone')))
    for (const language of ['curl', 'TypeScript', 'Python'])
      expect(await sampleOf(page, language)).not.toContain(token)
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    )
    expect(kept).not.toContain(token)
    await page.reload()
    expect(await page.getByLabel('Token or API key').inputValue()).toBe('')

    // Colours are the viewer's choice, and stay.
    const theme = () => page.evaluate<string>('document.documentElement.dataset.theme ?? "auto"')
    await page.getByRole('button', { name: /^Colours/ }).click()
    expect(await theme()).toBe('light')
    expect(complaints).toEqual([])

    // Without any credential the refusal is shown as the bank words it.
    await send(page)
    await answerOf(page).getByText('401', { exact: true }).waitFor()
    expect(await answerOf(page).textContent()).toContain('UNAUTHORIZED')
    expect(problems).toEqual([])
    await context.close()
  })

  it('is there for every link of the console to it, and of the playground', async () => {
    const sources = globSync('console/src/**/*.tsx', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    )
    const places = sources.flatMap((text) =>
      [...text.matchAll(/(?:reference="|To operation=")([\w./-]+)/g)].map(([whole, place]) =>
        whole.startsWith('To') ? `operations/${place}` : place!,
      ),
    )
    expect(places.length).toBeGreaterThan(7)
    const steps = startSteps('').map(({ operation }) => `operations/${operation}`)
    for (const place of [...places, ...steps]) {
      const { status } = await fetch(`${docs}/${place}`)
      expect(status, place).toBe(200)
    }
    const playground = await fetch(`${running.bank.url}/api/graphql-playground`)
    expect(await playground.text()).toContain('href="/api/docs"')
  })

  it('has samples that run as they are', async () => {
    const { bank } = running
    const { token } = await bank.person()
    const { page, context } = await visit(browser, bank.url, 'desktop')
    await open(page, '/operations/account.open')
    const env = { ...process.env, FLORIN_TOKEN: token }
    const hasPython = await run('python3', ['--version']).then(
      () => true,
      () => false,
    )
    const programs = {
      curl: ['sh', '-c'],
      TypeScript: [process.execPath, '--input-type=module', '-e'],
      ...(hasPython && { Python: ['python3', '-c'] }),
    }
    for (const [language, [program, ...rest]] of Object.entries(programs)) {
      // Quotes of every kind have to survive every language.
      const name = `It's "${language}" \\ $HOME`
      await page.getByLabel('Body').fill(JSON.stringify({ name }))
      await page.getByLabel('Idempotency-Key').fill(`sample-${language}`)
      const { stdout } = await run(program!, [...rest, await sampleOf(page, language)], { env })
      expect(stdout).toContain(JSON.stringify(name))
    }
    await context.close()
  })

  it('leads a new user from nothing to a payment', async () => {
    const script = startSteps(running.bank.url).map(({ code }) => code)
    const { stdout } = await run('sh', ['-c', `set -e\n${script.join('\n')}`])
    expect(stdout).toContain('"amount":"30.00"')
    expect(stdout).not.toContain('"success":false')
  })
})
