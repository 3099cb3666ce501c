// A proxy between a bank and its database, over TCP, that falls silent on request: connections stay open, and nothing
// passes any more, as when the machine of the database has vanished.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { DatabaseAddress } from '../../src/platform/database.ts'

interface Target {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export class DatabaseProxy {
  readonly #server: Server
  readonly #target: Target
  readonly #sockets = new Set<Socket>()
  #silent = new WeakSet<Socket>()

  private constructor(target: Target) {
    this.#target = target
    this.#server = createServer((client) => {
      const { host, port } = target
      const server = host.startsWith('/')
        ? connect(`${host}/.s.PGSQL.${port}`)
        : connect(port, host)
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(from)
        from.setNoDelay(true)
        from.on('data', (bytes) => this.#silent.has(from) || to.write(bytes))
        from.on('error', () => from.destroy())
        from.on('close', () => {
          this.#sockets.delete(from)
          if (!this.#silent.has(from)) to.destroy()
        })
      }
    })
  }

  static async open(address: DatabaseAddress): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(address as Target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get address(): DatabaseAddress {
    const { user, database } = this.#target
    return { host: '127.0.0.1', port: this.port, user, database }
  }

  /** Nothing passes on the connections of now; later ones work. */
  silence(): void {
    for (const socket of this.#sockets) this.#silent.add(socket)
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
