// An extension point is where a domain calls others that it does not know. The domain that calls declares it and offers
// it among its exports; the domains that need it add their handlers in `setUp`. They are called in the order in which
// they were added, which is that of the domains. Handlers are added while the bank is assembled, and read afterwards.

/** For the domain that calls: the handlers of all domains that added one. */
export interface Handlers<Handler> {
  readonly handlers: readonly Handler[]
}

/** For the domain that calls a point that takes one handler. */
export interface SingleHandler<Handler> {
  readonly handler: Handler
}

interface Extensible<Handler> {
  /** For `setUp` only: throws once the bank is assembled. */
  add(handler: Handler): void
}

export type ExtensionPoint<Handler> = Extensible<Handler> & Handlers<Handler>
export type SingleExtensionPoint<Handler> = Extensible<Handler> & SingleHandler<Handler>

class Point<Handler> implements ExtensionPoint<Handler>, SingleExtensionPoint<Handler> {
  private readonly takesOne: boolean
  private readonly added: Handler[] = []
  private sealed: readonly Handler[] | undefined

  constructor(takesOne: boolean) {
    this.takesOne = takesOne
  }

  add(handler: Handler): void {
    if (this.sealed)
      throw new Error('A handler can be added in setUp only; the bank is already assembled.')
    this.added.push(handler)
  }

  get handlers(): readonly Handler[] {
    return this.sealed ?? refuseEarlyRead()
  }

  get handler(): Handler {
    return this.handlers[0]!
  }

  seal(name: string): void {
    const count = this.added.length
    if (this.takesOne && count !== 1)
      throw new Error(
        `The extension point ${name} takes exactly one handler; ${count === 0 ? 'no domain adds one' : `${count} were added`}.`,
      )
    this.sealed = this.added
  }
}

function refuseEarlyRead(): never {
  throw new Error(
    'Handlers can be read once the bank is assembled, and only of an extension point among the exports of a domain.',
  )
}

/** `one`: exactly one handler must be added, because the domain cannot work without it or with two. */
export function extensionPoint<Handler>(): ExtensionPoint<Handler>
export function extensionPoint<Handler>(count: 'one'): SingleExtensionPoint<Handler>
export function extensionPoint<Handler>(count: 'any' | 'one' = 'any') {
  return new Point<Handler>(count === 'one')
}

/** Ends the additions to the extension points among the exports of a domain, and checks the number of handlers. */
export function sealExtensionPoints(domain: string, exports: unknown): void {
  if (typeof exports !== 'object' || exports === null) return
  for (const [name, value] of Object.entries(exports))
    if (value instanceof Point) value.seal(`${domain}.${name}`)
}
