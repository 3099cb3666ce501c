// Chooses the deliveries of a webhook to try next. Events about one account go out in order: while one of them waits
// for a retry, later events about its accounts wait behind it, and events about other accounts pass. Pure.

export interface Ordered {
  /** The accounts whose order it must keep; empty for deliveries that the customer requested. */
  readonly accounts: readonly string[]
}

export interface WaitingItem extends Ordered {
  readonly next_retry_at: string | null
}

export interface DeliveryPlan<Waiting, New> {
  /** Waiting deliveries to try now, in this order per account. */
  readonly waiting: Waiting[]
  readonly fresh: New[]
  /** New deliveries to store as waiting. */
  readonly parked: New[]
}

export class DeliveryOrder<Waiting extends WaitingItem, New extends Ordered>
  implements DeliveryPlan<Waiting, New>
{
  readonly waiting: Waiting[] = []
  readonly fresh: New[] = []
  readonly parked: New[] = []
  private readonly blocked = new Set<string>()
  private room: number

  constructor(room: number) {
    this.room = room
  }

  get hasRoom(): boolean {
    return this.room > 0
  }

  /** Must be called in the order of the log. */
  addWaiting(item: Waiting, now: Date): void {
    const isDue = item.next_retry_at === null || Date.parse(item.next_retry_at) <= now.getTime()
    if (isDue && this.mayTry(item)) this.waiting.push(item)
    else this.block(item)
  }

  /** Must be called after all waiting deliveries were added, in the order of the log. */
  addFresh(item: New): void {
    if (this.mayTry(item)) this.fresh.push(item)
    else {
      this.parked.push(item)
      this.block(item)
    }
  }

  private mayTry({ accounts }: Ordered): boolean {
    if (this.room <= 0 || accounts.some((account) => this.blocked.has(account))) return false
    this.room--
    return true
  }

  private block({ accounts }: Ordered): void {
    for (const account of accounts) this.blocked.add(account)
  }
}

/** Runs the attempts concurrently, except that items which share an account wait for the previous one to succeed. */
export async function runInOrder<Item extends Ordered>(
  items: readonly Item[],
  attempt: (item: Item) => Promise<boolean>,
): Promise<void> {
  const last = new Map<string, Promise<boolean>>()
  const all = items.map((item) => {
    const before = item.accounts.flatMap((account) => last.get(account) ?? [])
    const work = Promise.all(before).then((succeeded) => succeeded.every(Boolean) && attempt(item))
    for (const account of item.accounts) last.set(account, work)
    return work
  })
  await Promise.all(all)
}
