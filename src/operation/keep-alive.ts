// What a subscription yields when nothing happened, if it can say from where it would go on: a client that is cut off
// before its first event, or long after its last one, resumes there. Otherwise it yields undefined.
export class KeepAlive {
  /** As in `Last-Event-ID`. */
  readonly id: string

  constructor(id: string) {
    this.id = id
  }
}
