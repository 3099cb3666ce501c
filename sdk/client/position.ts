// What a client has seen of the bank. It is sent with each call, so that a standby which has not replayed that much of the
// database's log does not answer.

export class SeenPosition {
  private seen = '0/0'

  get header(): Readonly<Record<string, string>> {
    return { 'Florin-Position': this.seen }
  }

  /** Answers may come in another order than their calls were sent. */
  note({ headers }: Pick<Response, 'headers'>): void {
    const position = headers.get('Florin-Position')
    if (position !== null && toNumber(position) > toNumber(this.seen)) this.seen = position
  }
}

/** Both parts are hexadecimal, of 32 bits. */
function toNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
