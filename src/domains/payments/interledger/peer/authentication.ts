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
  { incomingToken }: Pick<InterledgerOptions, 'incomingToken'>,
): Promise<void> {
  if (incomingToken === '')
    throw Unavailable({
      reason:
        'This bank accepts no packets: no Interledger peer with an INTERLEDGER_INCOMING_TOKEN is configured.',
    })
  const bearer = /^Bearer (.*)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (timingSafeEqual(digest(bearer), digest(incomingToken))) return
  if (!(await isSigned(bearer, incomingToken, now))) throw UnknownPeer({})
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
