// Every wrong variable is refused in one sentence that names it.
import { describe, expect, it } from 'vitest'
import { baseUrl, readConfig } from './config.ts'

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

  it('wants what belongs together', () => {
    const production = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) }
    expect(() => readConfig({ ...production, SMS_PROVIDER: 'mock' })).toThrow(/SMS_PROVIDER.*mock/)
    const vertex = { SMS_PROVIDER: 'vertexsms', SMS_PROVIDER_URL: 'https://sms.example' }
    expect(() => readConfig(vertex)).toThrow(/SMS_PROVIDER_TOKEN/)
    expect(() => readConfig({ X402_FACILITATOR_URL: 'https://f.example' })).toThrow(/X402_PAY_TO/)
  })

  it('accepts a database behind a Unix socket', () => {
    const url = 'postgres://florin@/postgres?host=/tmp/socket&port=5432'
    expect(readConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
  })

  it('makes addresses that can be called', () => {
    expect(baseUrl(readConfig({ HOST: '::1' }), 80)).toBe('http://[::1]:80')
    expect(baseUrl(readConfig({ PUBLIC_URL: 'https://bank.example/' }), 80)).toBe(
      'https://bank.example',
    )
  })
})
