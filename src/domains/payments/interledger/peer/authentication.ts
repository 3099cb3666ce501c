// Recognizes the peer by its bearer token: the token that bank and peer agreed on, or a JSON Web Token that is signed
// with it and expires, so that the token itself is never sent.
import { hash, timingSafeEqual } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Context } from '../../../../operation/operation.ts'
import { Unavailable } from '../../../../operation/error.ts'
import { UnknownPeer } from '../errors.ts'
import type { InterledgerOptions } from '../options.ts'

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

export async function checkPeer(
  authorization: string | undefined,
  { now }: Pick<Context, 'now'>,
  { incomingTokens }: Pick<InterledgerOptions, 'incomingTokens'>,
): Promise<void> {
  if (incomingTokens.length === 0)
    throw Unavailable({
      reason:
        'This bank accepts no packets: no Interledger peer with an INTERLEDGER_INCOMING_TOKEN is configured.',
    })
  const bearer = /^Bearer (.*)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (incomingTokens.some((token) => timingSafeEqual(digest(bearer), digest(token)))) return
  const signed = await Promise.all(incomingTokens.map((token) => isSigned(bearer, token, now)))
  if (!signed.includes(true)) throw UnknownPeer({})
}

const isSigned = (bearer: string, token: string, now: Date): Promise<boolean> =>
  jwtVerify(bearer, Buffer.from(token), {
    algorithms: ['HS256'],
    requiredClaims: ['exp'],
    currentDate: now,
  }).then(
    () => true,
    () => false,
  )
