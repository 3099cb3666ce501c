// A request body that is too large for the memory: the transport has put it in a file, which is deleted when the
// call is answered. The operation reads it piece by piece, usually in a worker thread.

export interface Attachment {
  readonly path: string
  readonly bytes: number
  /** In hex; it stands for the content when a retry is compared with the first request. */
  readonly sha256: string
}
