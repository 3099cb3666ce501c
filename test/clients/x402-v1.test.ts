// Clients of version 1 of x402 pay for a text message. Their packages are not part of `npm ci`, so they are imported
// only where `npm run test:clients` has installed them.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bank, startBank, TestClock } from '../harness/bank.ts'
import { describeClient, versionOf } from './client.ts'

let bank: Bank
beforeAll(async () => {
  // The authorization is made for the time of this machine.
  bank = await startBank({ clock: new TestClock(new Date().toISOString()) })
})
afterAll(() => bank.stop())

const path = '/api/v1/sms/send'
const sms = { to: '+37060012345', message: 'Hello' }
const payer = () => privateKeyToAccount(generatePrivateKey())
const folder = new URL('../../tools/large-clients/', import.meta.url).href
const load = <Module>(name: string): Promise<Module> =>
  import(pathToFileURL(createRequire(folder).resolve(name)).href) as Promise<Module>
const versionHere = (name: string) => versionOf(name, folder)

interface XFetch {
  readonly wrapFetchWithPayment: (fetch: typeof globalThis.fetch, payer: object) => typeof fetch
  readonly decodeXPaymentResponse: (header: string) => object
}
interface XAxios {
  readonly withPaymentInterceptor: (axios: Axios, payer: object) => Axios
}
interface Axios {
  post(path: string, body: object): Promise<{ status: number; data: { data: object } }>
}

describeClient(
  {
    client: 'x402-fetch',
    version: versionHere('x402-fetch'),
    part: 'payments for requests',
    needs: 'npm run test:clients',
  },
  () => {
    it('pays for a text message, and reads the receipt', async () => {
      const { wrapFetchWithPayment, decodeXPaymentResponse } = await load<XFetch>('x402-fetch')
      const answer = await wrapFetchWithPayment(fetch, payer())(bank.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(sms),
      })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ success: true, data: { status: 'sent' } })
      const receipt = decodeXPaymentResponse(answer.headers.get('x-payment-response')!)
      expect(receipt).toMatchObject({ success: true })
    })
  },
)

describeClient(
  {
    client: 'x402-axios',
    version: versionHere('x402-axios'),
    part: 'payments for requests',
    needs: 'npm run test:clients',
  },
  () => {
    it('pays for a text message', async () => {
      const { withPaymentInterceptor } = await load<XAxios>('x402-axios')
      const { default: axios } = await load<{ default: { create(o: object): Axios } }>('axios')
      const client = withPaymentInterceptor(axios.create({ baseURL: bank.url }), payer())
      const answer = await client.post(path, sms)
      expect(answer.status).toBe(200)
      expect(answer.data.data).toMatchObject({ status: 'sent' })
    })
  },
)
