// Who may read the metrics.
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { anonymousCaller } from '../../operation/caller.ts'
import { addProbes, type ProbeOptions } from './health.ts'

const TOKEN = 'a-token-of-this-test'
const PREVIOUS = 'the-token-before-it'

/** The status of a scrape by the header; operators are those of whom the bearer says so. */
async function scrape(
  metricsFor: ProbeOptions['metricsFor'],
  authorization?: string,
): Promise<number> {
  const app = fastify()
  addProbes(app, {
    isStarted: () => true,
    isDatabaseUp: () => Promise.resolve(true),
    metrics: { contentType: 'text/plain', render: () => Promise.resolve('florin_up 1') },
    metricsFor,
    recognize({ headers }) {
      const name = /^Bearer (operator|customer)$/.exec(headers.authorization ?? '')?.[1]
      const scopes = new Set<string>(name === 'operator' ? ['admin'] : [])
      return Promise.resolve(name ? { ...anonymousCaller('::1'), user: name, scopes } : undefined)
    },
  })
  app.setErrorHandler((error: { def?: { status: number } }, _request, reply) =>
    reply.code(error.def?.status ?? 500).send(),
  )
  const { statusCode } = await app.inject({
    path: '/metrics',
    headers: authorization === undefined ? {} : { authorization },
  })
  return statusCode
}

it('answers all callers outside of production', async () => {
  expect(await scrape('all')).toBe(200)
})

it.each([
  ['nobody', undefined, 401],
  ['the token', `Bearer ${TOKEN}`, 200],
  ['the token before it', `Bearer ${PREVIOUS}`, 200],
  ['a part of the token', `Bearer ${TOKEN.slice(0, -1)}`, 401],
  ['the token under another scheme', `Basic ${TOKEN}`, 401],
  ['an operator', 'Bearer operator', 200],
  ['a customer', 'Bearer customer', 403],
])('in production answers %s', async (_who, authorization, status) => {
  expect(await scrape({ tokens: [TOKEN, PREVIOUS] }, authorization)).toBe(status)
})

it('answers no one where there is no token', async () => {
  expect(await scrape({ tokens: [] }, 'Bearer ')).toBe(401)
})
