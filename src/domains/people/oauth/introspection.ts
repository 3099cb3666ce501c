// Answers whether a token works and what it allows (RFC 7662). A client learns about the tokens that were issued to
// it or are meant for it; every other text has the same answer, so that tokens cannot be guessed or told apart.
import type { Db } from '../../../platform/database.ts'
import { findUsableToken, type TokenReader } from './access-tokens.ts'

const INACTIVE = { active: false } as const

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

export async function introspect(
  db: Db,
  secret: string,
  client_id: string,
  reader: TokenReader,
): Promise<object> {
  const token = await findUsableToken(db, secret, reader)
  if (!token || ![token.client_id, token.audience].includes(client_id)) return INACTIVE
  return {
    active: true,
    scope: token.scopes.join(' '),
    client_id: token.client_id,
    ...(token.user_uuid !== null && { sub: token.user_uuid }),
    ...(token.act && { act: token.act }),
    aud: token.audience,
    iss: reader.issuer,
    iat: toSeconds(token.issued_at),
    exp: toSeconds(token.expires_at),
    token_type: 'Bearer',
  }
}
