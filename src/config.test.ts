// Every wrong variable is refused in one sentence that names it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAllSettings } from '../test/harness/settings.ts'
import { baseUrl } from './config.ts'
import { listVariables } from './declarations.ts'
import type { Environment } from './platform/settings.ts'

const variables = listVariables()
const readConfig = (env: Environment) => readAllSettings(env).config

describe('readConfig', () => {
  it('has a default for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', FLORIN_MODE: 'sandbox' })
    expect(config).toMatchObject({ RATE_LIMIT_PER_MINUTE: 100, RATE_LIMIT_PER_HOUR: 1000 })
    expect(Object.isFrozen(config)).toBe(true)
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['FLORIN_MODE', 'test'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_URL', 'example.com'],
    ['RATE_LIMIT_PER_MINUTE', '1.5'],
    ['RATE_LIMIT_PER_HOUR', 'many'],
    ['TRUSTED_PROXIES', '10.0.0.0/40'],
    ['WEBAUTHN_ORIGINS', 'https://app.example.com/path'],
    ['WEBAUTHN_ORIGINS', 'android:apk-key-hash:short'],
    ['SMTP_URL', 'http://mail'],
    ['DATABASE', 'sqlite'],
    ['OAUTH_REGISTRATIONS_PER_HOUR', '-1'],
    ['SHUTDOWN_SECONDS', '0'],
    ['ADMIN_EMAIL', 'operator@example.com'],
    ['FLORIN_SECRET', 'short'],
    ['SMS_PROVIDER', 'pigeon'],
    ['SMS_SENDER', 'Flörin'],
    ['SMS_PROVIDER_URL', 'ftp://sms'],
    ['X402_PAY_TO', '0x12'],
    ['X402_FACILITATOR_URL', 'facilitator'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^[^.]*${name}[^.]*`))
  })

  it('asks for a secret in production', () => {
    expect(() => readConfig({ FLORIN_MODE: 'production' })).toThrow(/FLORIN_SECRET/)
  })

  it('requires settings that depend on each other', () => {
    const vertex = { SMS_PROVIDER: 'vertexsms', SMS_PROVIDER_URL: 'https://sms.example' }
    expect(() => readConfig(vertex)).toThrow(/SMS_PROVIDER_TOKEN/)
    expect(() => readConfig({ X402_FACILITATOR_URL: 'https://f.example' })).toThrow(/X402_PAY_TO/)
  })

  it('refuses two databases at once', () => {
    const both = { DATABASE: 'embedded', DATABASE_URL: 'postgres://bank@db.example/bank' }
    expect(() => readConfig(both)).toThrow(/^DATABASE=embedded contradicts DATABASE_URL/)
    expect(readConfig({ DATABASE: 'embedded' }).DATABASE).toBe('embedded')
  })

  it('accepts a database behind a Unix socket', () => {
    const url = 'postgres://florin@/postgres?host=/tmp/socket&port=5432'
    expect(readConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
  })

  describe('in production', () => {
    const good = {
      FLORIN_MODE: 'production',
      FLORIN_SECRET: 'x'.repeat(32),
      DATABASE_URL: 'postgres://bank@db.example/bank',
      PUBLIC_URL: 'https://bank.example',
      HOST: '0.0.0.0',
      ADMIN_EMAIL: 'grace@bank.example',
      ADMIN_PASSWORD: 'Wanderer-7-Kupferdach',
      TRUSTED_PROXIES: '10.0.0.0/8',
    }
    // The value must be fine outside of production: it is production that refuses it.
    const sandbox = { ...good, FLORIN_MODE: 'sandbox' }

    it('accepts safe settings, on one machine and on several', () => {
      expect(readConfig(good).production).toBe(true)
      const { DATABASE_URL: _url, PUBLIC_URL: _public, ...small } = good
      const alone = { ...small, DATABASE: 'embedded', HOST: '127.0.0.1' }
      expect(readConfig(alone).production).toBe(true)
    })

    const urls = Object.entries(variables)
      .filter(([, variable]) => 'isAddress' in variable)
      .map(([name]) => name)
    const secrets = Object.entries(variables)
      .filter(([name, variable]) => 'lengthMin' in variable && name !== 'FLORIN_SECRET')
      .map(([name]) => name)

    it('knows every address and every secret', () => {
      expect(urls.toSorted()).toEqual([
        'ASSISTANT_MODEL_URL',
        'BRIDGE_ATTESTATION_URL',
        'GOOGLE_PLAY_URL',
        'INTERLEDGER_PEER_URL',
        'PUBLIC_URL',
        'RAMP_PROVIDER_URL',
        'RATE_FEED_URL',
        'SMS_PROVIDER_URL',
        'X402_FACILITATOR_URL',
      ])
      expect(secrets.toSorted()).toEqual([
        'ASSISTANT_MODEL_KEY',
        'BACKUP_KEY',
        'CHAIN_PRIVATE_KEY',
        'FLORIN_SECRET_PREVIOUS',
        'INTERLEDGER_INCOMING_TOKEN',
        'INTERLEDGER_INCOMING_TOKEN_PREVIOUS',
        'INTERLEDGER_PEER_TOKEN',
        'METRICS_TOKEN',
        'METRICS_TOKEN_PREVIOUS',
        'RAMP_PROVIDER_KEY',
        'RAMP_WEBHOOK_SECRET',
        'RAMP_WEBHOOK_SECRET_PREVIOUS',
        'SMS_PROVIDER_TOKEN',
        'SMS_REPORT_SECRET',
        'SMS_REPORT_SECRET_PREVIOUS',
      ])
      // Every other setting declared as a URL or a secret must be listed here.
      const others = Object.entries(variables).filter(
        ([name, variable]) =>
          (/_(URL|SECRET|KEY|TOKEN|PASSWORD)$/.test(name) || 'secret' in variable) &&
          !urls.includes(name) &&
          !secrets.includes(name),
      )
      expect(others.map(([name]) => name).toSorted()).toEqual([
        'ADMIN_PASSWORD',
        'APPLE_ROOT_CERTIFICATE',
        'CARD_PLATFORM_PUBLIC_KEY',
        'CHAIN_KEY',
        'DATABASE_URL',
        'FCM_PRIVATE_KEY',
        'FLORIN_SECRET',
        'GOOGLE_PLAY_SERVICE_ACCOUNT',
        'REDIS_URL',
        'SMTP_URL',
        'STANDBY_URLS',
      ])
    })

    const payTo = { X402_PAY_TO: `0x${'12'.repeat(20)}` }
    it.each(urls)('refuses %s in the clear, except on this machine', (name) => {
      const clear = { ...payTo, [name]: 'http://provider.example/x' }
      expect(() => readConfig({ ...good, ...clear })).toThrow(
        new RegExp(`^${name} must start with https://`),
      )
      expect(() => readConfig({ ...sandbox, ...clear })).not.toThrow()
      for (const host of ['127.0.0.1:9', '127.8.8.8', '[::1]:9', 'localhost'])
        expect(() => readConfig({ ...good, ...payTo, [name]: `http://${host}` })).not.toThrow()
      for (const host of ['127.0.0.1.evil.example', 'localhost.example', '10.0.0.1', '[::2]'])
        expect(() => readConfig({ ...good, ...payTo, [name]: `http://${host}` })).toThrow(name)
    })

    it.each(secrets)('refuses a %s that is short', (name) => {
      expect(() => readConfig({ ...good, [name]: 'fifteen letters' })).toThrow(
        new RegExp(`^${name} must be at least 16 characters long in production\\.$`),
      )
      expect(() => readConfig({ ...sandbox, [name]: 'fifteen letters' })).not.toThrow()
      expect(() => readConfig({ ...good, [name]: 'sixteen letters!' })).not.toThrow()
    })

    it.each<[object, RegExp]>([
      [{ WEBHOOK_ALLOW_PRIVATE: 'true' }, /^WEBHOOK_ALLOW_PRIVATE must not be true/],
      [{ SMS_PROVIDER: 'mock' }, /^SMS_PROVIDER must not be "mock"/],
      [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /^TRUSTED_PROXIES must not cover every address/],
      [{ TRUSTED_PROXIES: '10.0.0.1, ::/0' }, /^TRUSTED_PROXIES/],
      [{ TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' }, /^TRUSTED_PROXIES/],
      [{ ADMIN_PASSWORD: 'shorter-11!' }, /^ADMIN_PASSWORD is too weak .*12 characters/],
      [{ ADMIN_PASSWORD: 'Password12345' }, /^ADMIN_PASSWORD is too weak/],
      [
        { ADMIN_EMAIL: 'grace-hopper-1906@bank.example', ADMIN_PASSWORD: 'grace-hopper-1906' },
        /^ADMIN_PASSWORD is too weak .*e-mail/,
      ],
      [{ DATABASE_URL: '' }, /^DATABASE_URL must be set in production, or DATABASE=embedded/],
      [{ PUBLIC_URL: '' }, /^PUBLIC_URL must be set in production when HOST is "0\.0\.0\.0"/],
    ])('refuses %j', (change, sentence) => {
      expect(() => readConfig({ ...good, ...change })).toThrow(sentence)
      expect(() => readConfig({ ...sandbox, ...change })).not.toThrow()
    })

    it('never shows the value of a rejected secret', () => {
      for (const name of ['ADMIN_PASSWORD', 'SMS_REPORT_SECRET', 'FLORIN_SECRET'])
        expect(() => readConfig({ ...good, [name]: 'hunter2' })).toThrow(/^(?!.*hunter2).*$/s)
    })
  })

  it('makes addresses that can be called', () => {
    for (const HOST of ['127.0.0.1', '::1', 'localhost'])
      expect(baseUrl(readConfig({ HOST }), 80)).toBe('http://localhost:80')
    expect(baseUrl(readConfig({ HOST: '10.0.0.5' }), 80)).toBe('http://10.0.0.5:80')
    expect(baseUrl(readConfig({ HOST: '2001:db8::1' }), 80)).toBe('http://[2001:db8::1]:80')
    expect(baseUrl(readConfig({ PUBLIC_URL: 'https://bank.example/' }), 80)).toBe(
      'https://bank.example',
    )
  })
})

describe('a secret in a file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'florin-secrets-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function fileWith(text: string): Promise<string> {
    const path = join(folder, 'secret')
    await writeFile(path, text)
    return path
  }
  const secret = 'a secret that is in a file, and long'

  it('is read without the line end behind it', async () => {
    const path = await fileWith(`${secret}\n`)
    expect(readConfig({ FLORIN_SECRET_FILE: path }).FLORIN_SECRET).toBe(secret)
    const database = await fileWith('postgres://bank@db.example/bank')
    expect(readConfig({ DATABASE_URL_FILE: database }).DATABASE_URL).toMatch(/db\.example/)
  })

  it('is judged as if it were set, and not shown', async () => {
    const path = await fileWith('too short')
    expect(() => readConfig({ FLORIN_SECRET_FILE: path })).toThrow(
      /^FLORIN_SECRET must be at least 32/,
    )
  })

  it('is refused where it is set as well, empty or missing, in a sentence that names it', async () => {
    const path = await fileWith('')
    const refused: [Environment, RegExp][] = [
      [{ FLORIN_SECRET_FILE: path, FLORIN_SECRET: secret }, /are both set: unset one/],
      [{ FLORIN_SECRET_FILE: path }, /^FLORIN_SECRET_FILE names ".*", which is empty/],
      [{ FLORIN_SECRET_FILE: join(folder, 'none') }, /cannot be read \(ENOENT\)/],
    ]
    for (const [env, sentence] of refused) expect(() => readConfig(env)).toThrow(sentence)
  })

  it('is nothing for settings that are no secrets, nor where the variable is empty', () => {
    const env = { PORT_FILE: join(folder, 'none'), FLORIN_SECRET_FILE: '' }
    expect(readConfig(env)).toMatchObject({ PORT: 8080, FLORIN_SECRET: '' })
  })
})
