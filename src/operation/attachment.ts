// A request body that is too large for memory: the transport has put it in a file, which is deleted when the
// call is answered. The operation streams it, usually in a worker thread.

export interface Attachment {
  readonly path: string
  readonly bytes: number
  /** In hex; it represents the content when a retry is compared with the first request. */
  readonly sha256: string
}
