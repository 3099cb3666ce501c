// SDKs over HTTP: generating, links, who may read what, quotas and expiry.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import { deleteOldRows } from '../../../../test/harness/retention.ts'
import {
  callAs,
  callInSandbox,
  onboard,
  type TestPartner,
} from '../../people/partners/test-support.ts'
import { GENERATIONS_A_DAY_MAX, GENERATIONS_KEPT } from './service.ts'
import { unpack } from '../../../../sdk/generator/test-support.ts'

let bank: Bank
let partner: TestPartner
beforeAll(async () => {
  bank = await startBank()
  partner = await onboard(bank, { tier: 'growth' })
})
afterAll(() => bank.stop())

const GENERATE = 'POST /api/v2/partner/sdk/generate'
const small = { language: 'go', modules: ['funding'] }

const generate = async (by: TestPartner = partner, body: object = small) => {
  const answer = await callAs(bank, by, GENERATE, body)
  expect(answer.status).toBe(201)
  return answer.body.data
}

const pathOf = (url: string): string => url.slice(url.indexOf('/api/'))

async function download(url: string) {
  const response = await fetch(bank.url + pathOf(url))
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('partner_sdk.generate', () => {
  it('makes an archive for each language, with the name and modules asked for', async () => {
    const made = await generate(partner, {
      language: 'javascript',
      languages: ['python', 'typescript'],
      branding: { name: 'Acme Pay', color: '#AA0033' },
      modules: ['accounts'],
      include_modules: ['transfers'],
      api_version: 'v2',
      options: { include_types: true, include_tests: true, include_examples: false },
    })
    expect(made).toMatchObject({
      status: 'completed',
      api_version: 'v2',
      branding: { name: 'Acme Pay', color: '#aa0033' },
      modules: ['accounts', 'transfers'],
    })
    expect(made.packages.map((one: { language: string }) => one.language)).toEqual([
      'typescript',
      'python',
    ])
    const [, python] = made.packages
    expect(python).toMatchObject({ package_name: 'acme-pay-sdk', docs_url: `${bank.url}/api/docs` })
    const { response, bytes } = await download(python.download_url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain(python.file_name)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(python.sha256)
    const files = unpack(bytes)
    expect([...files.keys()].toSorted()).toEqual(python.files.toSorted())
    expect(files.has('src/acme_pay_sdk/api/transfers.py')).toBe(true)
    expect(files.has('tests/test_client.py')).toBe(true)
    expect(files.has('examples/quickstart.py')).toBe(false)
  })

  it('has the name of the partner and every module by default, and the same bytes again', async () => {
    const [one, two] = [await generate(), await generate()]
    expect(one.branding.name).toBe('Acme Bank')
    expect(one.packages[0].package_name).toBe('acme-bank-sdk')
    expect(two.packages[0].sha256).toBe(one.packages[0].sha256)
    expect(two.generation_id).not.toBe(one.generation_id)
    const whole = await generate(partner, { language: 'go' })
    expect(whole.modules).toEqual(expect.arrayContaining(['accounts', 'sdks', 'transfers']))
  })

  it('knows the published names of groups of modules', async () => {
    const { modules } = await generate(partner, {
      language: 'go',
      modules: ['payments', 'partner'],
    })
    expect(modules).toEqual(expect.arrayContaining(['payment-rails', 'partners', 'sdks']))
  })

  it.each([
    ['no language', {}, 'language'],
    ['an unknown language', { language: 'cobol' }, 'language'],
    ['an unknown module', { language: 'go', modules: ['accounts', 'constructor'] }, 'modules'],
    [
      'an unknown module more',
      { language: 'go', include_modules: ['__proto__'] },
      'include_modules',
    ],
    ['another version', { language: 'go', api_version: 'v9' }, 'api_version'],
    ['a colour that is none', { language: 'go', branding: { color: 'red' } }, 'branding.color'],
  ])('refuses %s', async (_what, body, field) => {
    const { status, body: answer } = await callAs(bank, partner, GENERATE, body)
    expect(status).toBe(422)
    expect(answer.errors).toHaveProperty([field])
  })

  it('takes a name that contains code, and reduces it to letters', async () => {
    const name = '"; import os; exec("x") #'
    const made = await generate(partner, { ...small, branding: { name } })
    expect(made.branding.name).toBe('import os exec x')
    expect(made.packages[0].package_name).toBe('import-os-exec-x-sdk')
  })

  it('needs the key of a partner whose tier includes it', async () => {
    expect((await bank.call(GENERATE, small)).status).toBe(401)
    expect((await bank.call(GENERATE, small, partner.person)).status).toBe(401)
    const starter = await onboard(bank, { tier: 'starter' })
    const { status, body } = await callAs(bank, starter, GENERATE, small)
    expect([status, body.error.code]).toEqual([403, 'FEATURE_NOT_IN_TIER'])
  })

  it('answers a retry with the same generation', async () => {
    const key = 'sdk-once'
    const one = await callAs(bank, partner, GENERATE, small, { key })
    const two = await callAs(bank, partner, GENERATE, small, { key })
    expect(two.body.data.generation_id).toBe(one.body.data.generation_id)
  })

  it('enforces the daily quota under concurrent calls, and keeps the newest ones only', async () => {
    const busy = await onboard(bank, { tier: 'growth' })
    const first = await generate(busy)
    await bank.sql('update sdks.quotas set generated = $1 where partner_uuid = $2', [
      GENERATIONS_A_DAY_MAX - 1,
      busy.id,
    ])
    const answers = await Promise.all([1, 2, 3].map(() => callAs(bank, busy, GENERATE, small)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429])
    expect(answers.find(({ status }) => status === 429)?.body.error.code).toBe('TOO_MANY_SDKS')
    // The next day is another quota.
    bank.clock.advance(86_400)
    const { person } = busy
    const login = { email: person.email, password: person.password }
    const { body } = await bank.call('POST /api/auth/login', login)
    const again = { ...busy, person: { ...person, token: body.data.access_token } }
    for (let count = 0; count < GENERATIONS_KEPT - 1; count++) await generate(again)
    const list = await callAs(bank, again, 'GET /api/v2/partner/sdk/generations')
    expect(list.body.meta.total).toBe(GENERATIONS_KEPT)
    const gone = `GET /api/v2/partner/sdk/generations/${first.generation_id}`
    expect((await callAs(bank, again, gone)).status).toBe(404)
    partner = await onboard(bank, { tier: 'growth' })
  })
})

describe('partner_sdk.get and partner_sdk.list', () => {
  it('show a generation to its partner alone, in its environment', async () => {
    const { generation_id } = await generate()
    const route = `GET /api/v2/partner/sdk/generations/${generation_id}`
    expect((await callAs(bank, partner, route)).body.data.generation_id).toBe(generation_id)
    const other = await onboard(bank, { tier: 'growth' })
    const unknown = 'GET /api/v2/partner/sdk/generations/0199d3a2-7c00-7000-8000-000000000000'
    expect((await callAs(bank, other, route)).status).toBe(404)
    expect((await callAs(bank, other, unknown)).status).toBe(404)
    expect((await callInSandbox(bank, partner, route)).status).toBe(404)
    const list = await callAs(bank, other, 'GET /api/v2/partner/sdk/generations')
    expect(list.body.data).toEqual([])
  })
})

describe('partner_sdk.download', () => {
  it('refuses a link that was changed, or is for another package', async () => {
    const one = await generate()
    const two = await generate(partner, { ...small, language: 'php' })
    const { download_url } = one.packages[0]
    const changed = [
      download_url.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')),
      download_url.replace(
        /expires=(\d+)/,
        (_all: string, at: string) => `expires=${Number(at) + 1}`,
      ),
      download_url.replace(one.generation_id, two.generation_id),
      download_url.replace('/go/', '/php/'),
      download_url.replace(/signature=\w+/, 'signature='),
    ]
    for (const url of changed) expect((await download(url)).response.status).toBe(404)
    expect((await download(download_url)).response.status).toBe(200)
  })

  it('says the checksum as JSON, and counts the file alone as a download', async () => {
    const { packages } = await generate()
    const asJson = await bank.call(`GET ${pathOf(packages[0].download_url)}`, undefined, {
      headers: { Accept: 'application/json' },
    })
    expect(asJson.body.data).toMatchObject({ sha256: packages[0].sha256, language: 'go' })
  })

  it('ends with the link after an hour, and a new one can be had', async () => {
    const made = await generate()
    bank.clock.advance(3_601)
    expect((await download(made.packages[0].download_url)).response.status).toBe(403)
    const login = { email: partner.person.email, password: partner.person.password }
    const { body } = await bank.call('POST /api/auth/login', login)
    const again = { ...partner, person: { ...partner.person, token: body.data.access_token } }
    const route = `GET /api/v2/partner/sdk/generations/${made.generation_id}`
    const { packages } = (await callAs(bank, again, route)).body.data
    expect((await download(packages[0].download_url)).response.status).toBe(200)
    partner = again
  })

  it('ends with the partner', async () => {
    const leaving = await onboard(bank, { tier: 'growth' })
    const { packages } = await generate(leaving)
    await bank.sql("update partners.partners set status = 'suspended' where uuid = $1", [
      leaving.id,
    ])
    expect((await download(packages[0].download_url)).response.status).toBe(403)
  })
})

describe('partner_sdk.languages, partner_sdk.openapi_spec and partner_sdk.status', () => {
  it('list what is available', async () => {
    const { body } = await callAs(bank, partner, 'GET /api/partner/v1/sdk/languages')
    expect(body.data.map((one: { language: string }) => one.language)).toEqual([
      'typescript',
      'python',
      'java',
      'go',
      'csharp',
      'php',
    ])
    const spec = await callAs(bank, partner, 'GET /api/partner/v1/sdk/openapi-spec')
    expect(spec.headers.get('content-type')).toContain('application/vnd.oai.openapi+json')
    expect(spec.body.paths).toHaveProperty(['/api/v2/partner/sdk/generate'])
  })

  it('say where the newest SDK of a language is', async () => {
    const fresh = await onboard(bank, { tier: 'growth' })
    const before = await callAs(bank, fresh, 'GET /api/partner/v1/sdk/go')
    expect(before.body.data).toEqual({
      exists: false,
      language: 'go',
      path: null,
      version: null,
      generation_id: null,
    })
    const { generation_id } = await generate(fresh)
    const { body } = await callAs(bank, fresh, 'GET /api/partner/v1/sdk/go')
    expect(body.data).toMatchObject({ exists: true, generation_id })
    expect((await download(body.data.path)).response.status).toBe(200)
    expect((await callAs(bank, fresh, 'GET /api/partner/v1/sdk/cobol')).status).toBe(422)
  })
})

describe('retention', () => {
  it('deletes what has expired, with its archives', async () => {
    const { generation_id } = await generate()
    const count = async () =>
      (await bank.sql('select 1 from sdks.packages where generation_uuid = $1', [generation_id]))
        .length
    expect(await count()).toBe(1)
    bank.clock.advance(29 * 86_400)
    await deleteOldRows(bank)
    expect(await count()).toBe(1)
    bank.clock.advance(2 * 86_400)
    await deleteOldRows(bank)
    expect(await count()).toBe(0)
  })
})
