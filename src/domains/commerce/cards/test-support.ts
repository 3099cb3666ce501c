// What the tests of cards share: a platform with a key of its own, and events that it signs.
import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { Answer, Bank, Person } from '../../../../test/harness/bank.ts'

const platform = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The key that the bank is configured with, as PEM. */
export const platformKey = platform.publicKey.export({ type: 'spki', format: 'pem' }) as string

export const signEvent = (body: string | Buffer, key: KeyObject = platform.privateKey): string =>
  createSign('RSA-SHA256').update(body).sign(key, 'base64')

export const toCardEvent = (eventType: string, data: object, change: object = {}) => ({
  eventType,
  orderNo: randomUUID(),
  data,
  ...change,
})

export const WEBHOOK = 'POST /api/v1/webhooks/cardplatform'

/** The text as it is, with a signature over it unless headers say otherwise. */
export const sendText = (
  bank: Bank,
  body: string,
  headers: Readonly<Record<string, string>> = { 'X-PLATFORM-SIGNATURE': signEvent(body) },
): Promise<Answer> => bank.call(WEBHOOK, body, { raw: true, headers })

export const send = (
  bank: Bank,
  eventType: string,
  data: object,
  change: object = {},
): Promise<Answer> => sendText(bank, JSON.stringify(toCardEvent(eventType, data, change)))

/** A card, a wallet and the holder, linked to this user. */
export async function issueCard(bank: Bank, person: Person): Promise<string> {
  const holderId = randomUUID()
  const cardId = randomUUID()
  await send(bank, 'pass_audit', { holderId, userId: person.uuid })
  await send(bank, 'create', { holderId, cardId, cardNo: '4111 1111 1111 1111', network: 'VISA' })
  await send(bank, 'DEPOSIT', { holderId, accountId: randomUUID(), amount: '1.00' })
  const rows = await bank.sql<{ uuid: string }>('select uuid from cards.cards where card_id = $1', [
    cardId,
  ])
  return rows[0]!.uuid
}
