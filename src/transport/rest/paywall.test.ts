// Which requests the paywall charges for at all.
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { anonymousCaller } from '../../operation/caller.ts'
import { usePaywall } from './paywall.ts'

describe('a probe', () => {
  it('is answered without asking what it costs, while other routes ask', async () => {
    const app = Fastify()
    app.addHook('onRequest', (request, _reply, done) => {
      request.caller = anonymousCaller('127.0.0.1')
      done()
    })
    const asked: string[] = []
    const paywall = {
      isIdle: false,
      take: ({ path }: { path: string }) => {
        asked.push(path)
        return undefined
      },
    }
    usePaywall(app, paywall, () => {})
    app.get('/health/ready', { config: { isProbe: true } }, () => 'ready')
    app.get('/premium', () => 'served')
    expect((await app.inject('/health/ready')).body).toBe('ready')
    expect(asked).toEqual([])
    expect((await app.inject('/premium')).body).toBe('served')
    expect(asked).toEqual(['/premium'])
    await app.close()
  })
})
