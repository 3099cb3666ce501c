// The port to whoever carries messages. A provider is called with our reference and must take one
// reference for one message, however often it is called: that is what makes it safe to ask again.

export interface OutgoingSms {
  readonly reference: string
  readonly destination: string
  readonly sender: string
  readonly message: string
}

/** Refused: it was not sent and never will be. Whoever does not know throws. */
export type SendOutcome =
  | { readonly outcome: 'accepted'; readonly provider_id: string }
  | { readonly outcome: 'refused'; readonly error_code: string; readonly reason: string }

export interface SmsProvider {
  readonly name: 'mock' | 'vertexsms'
  /** Nothing leaves the bank. */
  readonly simulated: boolean
  send(sms: OutgoingSms): Promise<SendOutcome>
  /** Country → ten-thousandths of a euro for a part; absent when the bank's own table counts. */
  readonly listRates?: () => Promise<ReadonlyMap<string, number>>
}

/** What a provider says about a message that it took. */
export interface DeliveryReport {
  readonly provider_id: string
  readonly status: 'delivered' | 'failed'
  readonly error_code: string | null
  readonly mcc: string | null
  readonly mnc: string | null
  readonly reported_at: Date
}

/** Live messages go to whom the settings name; sandbox ones never leave the bank. */
export interface SmsProviders {
  readonly live: SmsProvider | undefined
  readonly sandbox: SmsProvider
}
