// The types of requests and answers. Amounts may be text ("12.50"), which is exact at any size.

export type Amount = string | number
export type Currency = 'USD' | 'EUR' | 'GBP' | 'GCU'

export interface Registration {
  readonly name: string
  readonly type: 'service' | 'user' | 'system'
  readonly description?: string
  readonly capabilities?: readonly string[]
  readonly endpoints?: { readonly message?: string }
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface PaymentRequest {
  readonly to: string
  readonly amount: Amount
  readonly currency: Currency
  readonly description?: string
  /** Whether the money is held in escrow until the payment is confirmed. */
  readonly escrow?: boolean
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface Payment {
  readonly transaction_id: string
  readonly status: string
  readonly amount: number
  readonly currency: string
}

export interface EscrowRequest {
  readonly seller: string
  readonly amount: Amount
  readonly currency: Currency
  readonly conditions?: readonly string[]
  readonly releaseConditions?: readonly string[]
  readonly timeoutSeconds?: number
  readonly arbiter?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface Escrow {
  readonly escrow_id: string
  readonly status: string
}

export interface Resolution {
  readonly type: 'release_to_receiver' | 'return_to_sender' | 'split'
  /** The buyer's share, for a split. */
  readonly splitPercentage?: number
  readonly reason?: string
}

export interface MessageRequest {
  readonly to: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly type?: 'direct' | 'broadcast' | 'protocol' | 'transaction' | 'notification'
  readonly priority?: 'low' | 'normal' | 'high' | 'critical'
  readonly requiresAcknowledgment?: boolean
  readonly correlationId?: string
  readonly replyTo?: string
}

export interface Message {
  readonly message_id: string
  readonly from_agent_did: string
  readonly to_agent_did: string
  readonly message_type: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly status: string
  readonly sent_at: string
  readonly metadata: {
    /** Its number in the inbox of its recipient. */
    readonly sequence: number
  }
}

export interface Following {
  /** The number of the last message that was handled; a program stores it, and goes on there when it is started again. */
  readonly after?: number
  /** How often the inbox is read. */
  readonly everyMs?: number
  /** Ends it; the reason is thrown. */
  readonly signal?: AbortSignal
}
