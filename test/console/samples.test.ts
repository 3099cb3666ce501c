// The samples of a request in each language: they parse, read the credential from the environment, and keep every
// character of the body. Those for a shell, Node and Python are also run, in reference.test.ts.
import { describe, expect, it } from 'vitest'
import { firstCall, RUNS } from '../../console/src/pages/first-steps/quick-start.ts'
import { cautionOf, toSample } from '../../console/src/pages/requests/repeat.ts'
import { LANGUAGES, type SampleRequest, writeSample } from '../../console/src/reference/samples.ts'
import { parseAll, type ParsedLanguage } from '../../sdk/generator/test-parsing.ts'

const bodies = [
  undefined,
  '{"name":"First account"}',
  `{"name":"It's \\"quoted\\" \\\\ $HOME \u00e9"}`,
]
const requests: readonly SampleRequest[] = bodies.map((body) => ({
  ...firstCall('https://bank.example'),
  method: body === undefined ? 'GET' : 'PATCH',
  body,
}))

const FILES: Readonly<Record<ParsedLanguage, string>> = {
  python: 'call.py',
  java: 'Call.java',
  php: 'call.php',
  go: 'call.go',
  csharp: 'Program.cs',
}

describe('a sample', () => {
  it.each(Object.entries(FILES) as [ParsedLanguage, string][])(
    'parses in %s',
    async (language, file) => {
      for (const request of requests) {
        const text = writeSample(language, request)
        expect(await parseAll(language, new Map([[file, text]])), text).toEqual({
          count: 1,
          broken: [],
        })
      }
    },
  )

  it('names the variable of the credential in every language, and says how it is run', () => {
    for (const language of Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]) {
      const text = writeSample(language, requests[1]!)
      expect(text, language).toContain('FLORIN_TOKEN')
      expect(text, language).toContain('Bearer ')
      expect(text, language).toContain('First account')
      expect(RUNS[language].length).toBeGreaterThan(10)
    }
  })
})

describe('a logged call', () => {
  const exchange = {
    url: '/api/v2/transfers?token=[redacted]',
    idempotency_key: 'k1',
    request_body: '{"amount":"5.00"}',
    response_body: null,
    left_out: null,
    is_cut: true,
  }

  it('is repeated with its Idempotency-Key and without its credential', () => {
    const call = { method: 'POST', credential_kind: 'api_key', exchange } as const
    expect(writeSample('curl', toSample(call, 'https://bank.example'))).toBe(
      [
        `curl -X POST 'https://bank.example/api/v2/transfers?token=[redacted]' \\`,
        `  -H "Authorization: Bearer $FLORIN_TOKEN" \\`,
        `  -H 'Idempotency-Key: k1' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"amount":"5.00"}'`,
      ].join('\n'),
    )
    const byAgent = { ...call, credential_kind: 'agent_session' } as const
    expect(writeSample('curl', toSample(byAgent, ''))).toContain(
      '"X-Agent-Session: $FLORIN_AGENT_SESSION"',
    )
  })

  it('warns of what is missing in it', () => {
    expect(cautionOf(exchange)).toHaveLength(3)
    const whole = { ...exchange, url: '/', is_cut: false, idempotency_key: null }
    expect(cautionOf(whole)).toEqual([])
  })
})
