// The interface of an SMS provider. A provider treats repeated calls with one reference as one message,
// which makes retries safe.

export interface OutgoingSms {
  readonly reference: string
  readonly destination: string
  readonly sender: string
  readonly message: string
}

/** A refused message is never sent. A provider that does not know the outcome throws. */
export type SendOutcome =
  | { readonly outcome: 'accepted'; readonly provider_id: string }
  | { readonly outcome: 'refused'; readonly error_code: string; readonly reason: string }

export interface SmsProvider {
  readonly name: 'mock' | 'vertexsms'
  /** True when no message really leaves the bank. */
  readonly simulated: boolean
  send(sms: OutgoingSms): Promise<SendOutcome>
  /** Ten-thousandths of a euro per part, by country; absent when the bank's own rates apply. */
  readonly listRates?: () => Promise<ReadonlyMap<string, number>>
}

/** A provider's report about a message that it accepted. */
export interface DeliveryReport {
  readonly provider_id: string
  readonly status: 'delivered' | 'failed'
  readonly error_code: string | null
  readonly mcc: string | null
  readonly mnc: string | null
  readonly reported_at: Date
}

/** Live messages go to the configured provider; sandbox messages are always simulated. */
export interface SmsProviders {
  readonly live: SmsProvider | undefined
  readonly sandbox: SmsProvider
}
