// Shared by the tests of partners: a partner with its keys, and calls that carry them.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Answer, Bank, Person } from '../../../../test/harness/bank.ts'

export interface TestPartner {
  readonly id: string
  readonly live: string
  readonly sandbox: string
  readonly webhookSecret: string
  /** The contact, who is a member. */
  readonly person: Person
}

/** Onboards a partner whose contact is this user, or a new one. */
export async function onboard(
  bank: Bank,
  terms: Readonly<Record<string, unknown>> = {},
  contact?: Person,
): Promise<TestPartner> {
  const person = contact ?? (await bank.person())
  const { status, body } = await bank.call(
    'POST /api/v1/partner/onboard',
    { organization_name: 'Acme Bank', contact_email: person.email, ...terms },
    await bank.operator(),
  )
  if (status !== 201) throw new Error(`onboard answered ${status}: ${JSON.stringify(body)}`)
  const { partner_key, sandbox_key, webhook_secret } = body.data.api_credentials
  return {
    id: body.data.partner_id,
    live: partner_key,
    sandbox: sandbox_key,
    webhookSecret: webhook_secret,
    person,
  }
}

/** A call by the contact of the partner with its live key. */
export const callAs = (
  bank: Bank,
  { live, person }: Pick<TestPartner, 'live' | 'person'>,
  route: string,
  body?: unknown,
  more: { readonly key?: string } = {},
): Promise<Answer> =>
  bank.call(route, body, { token: person.token, headers: { 'X-Partner-Key': live }, ...more })

export const callInSandbox = async (
  bank: Bank,
  { sandbox, person }: Pick<TestPartner, 'sandbox' | 'person'>,
  route: string,
  body?: unknown,
): Promise<Answer> =>
  bank.call(route, body, {
    ...(await bank.sandboxKey(person)),
    headers: { 'X-Partner-Key': sandbox },
  })

/** Sends another Host header than that of the address, which `fetch` cannot. */
export const postTo = (
  { url }: Pick<Bank, 'url'>,
  host: string,
  path: string,
  body: object,
): Promise<{ status: number | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { Host: host, 'Content-Type': 'application/json' }
    const sending = request(url + path, { method: 'POST', headers }, (answer) => {
      void text(answer).then((read) => resolve({ status: answer.statusCode, text: read }), reject)
    })
    sending.on('error', reject).end(JSON.stringify(body))
  })
