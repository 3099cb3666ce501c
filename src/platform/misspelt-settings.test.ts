// Which environment variables are named as misspelt settings, and which are none of our business.
import { describe, expect, it } from 'vitest'
import { listVariables } from '../declarations.ts'
import { describeMisspelt, findMisspelt } from './misspelt-settings.ts'

const names = Object.keys(listVariables())
const findIn = (...given: string[]) =>
  findMisspelt(names, Object.fromEntries(given.map((name) => [name, '1']))).map(describeMisspelt)

describe('a misspelt setting', () => {
  it.each([
    ['RATE_LIMIT_PER_MINUT', 'RATE_LIMIT_PER_MINUTE'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['FLORIN_SECRETS', 'FLORIN_SECRET'],
  ])('%s is named with what was meant', (given, meant) => {
    expect(findIn(given)).toEqual([`there is no setting ${given}; did you mean ${meant}?`])
  })

  it('is none of the settings, and no variable of shells, terminals, service managers and clouds', () => {
    const usual =
      'PATH HOME PWD OLDPWD SHELL USER LOGNAME LANG LC_ALL TERM TMPDIR HOSTNAME HOSTTYPE MAIL EDITOR TZ SHLVL ' +
      'DISPLAY COLORTERM SSH_AUTH_SOCK XDG_RUNTIME_DIR INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET NODE_ENV ' +
      'NODE_OPTIONS NODE_VERSION NPM_CONFIG_CACHE INIT_CWD CI PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE ' +
      'POSTGRES_PASSWORD REDIS_HOST REDIS_PORT KUBERNETES_SERVICE_HOST KUBERNETES_PORT POD_NAME AWS_REGION ' +
      'FLORIN_TOKEN FLORIN_WEBHOOK_SECRET AWS_ACCESS_KEY_ID OTEL_EXPORTER_OTLP_ENDPOINT HTTP_PROXY HTTPS_PROXY NO_PROXY NO_COLOR FORCE_COLOR'
    expect(findIn(...names, ...usual.split(' '), 'npm_config_registry')).toEqual([])
  })
})
