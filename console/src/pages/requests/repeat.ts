// A logged call as a request that repeats it. The credential is read from the environment, so that it is in no sample.
import type { RequestLogDetail } from '../../../../sdk/client/types.ts'
import type { HeaderValue, SampleRequest } from '../../reference/samples.ts'

type Call = Pick<RequestLogDetail, 'method' | 'credential_kind'> & {
  readonly exchange: NonNullable<RequestLogDetail['exchange']>
}

export function toSample(
  { method, credential_kind, exchange }: Call,
  baseUrl: string,
): SampleRequest {
  const { url, idempotency_key, request_body } = exchange
  return {
    method,
    url: baseUrl + url,
    headers: {
      ...credentialOf(credential_kind),
      ...(idempotency_key !== null && { 'Idempotency-Key': idempotency_key }),
      ...(request_body !== null && { 'Content-Type': 'application/json' }),
    },
    body: request_body ?? undefined,
  }
}

const credentialOf = (kind: Call['credential_kind']): Readonly<Record<string, HeaderValue>> =>
  kind === 'agent_session'
    ? { 'X-Agent-Session': { variable: 'FLORIN_AGENT_SESSION', before: '' } }
    : { Authorization: { variable: 'FLORIN_TOKEN', before: 'Bearer ' } }

/** What a reader must know before repeating it. */
export function cautionOf({ is_cut, idempotency_key, ...rest }: Call['exchange']): string[] {
  const isStruck = `${rest.url}${rest.request_body}`.includes('[redacted]')
  return [
    ...(isStruck ? ['Put your own values in the place of [redacted].'] : []),
    ...(is_cut ? ['The body is cut: complete it first.'] : []),
    ...(idempotency_key === null
      ? []
      : [
          'With the same Idempotency-Key the bank does nothing twice: it repeats its answer. Choose another key to do it again.',
        ]),
  ]
}
