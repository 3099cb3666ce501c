// Sockets between the nodes of one bank: TLS with a key that both derive from the root key of the bank, so that no other
// process can connect, answer or eavesdrop, and no certificates are needed.
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import type { PeerKeys } from '../key-ring.ts'

export interface PeerAddress {
  readonly host: string
  readonly port: number
}

/** Pre-shared keys with forward secrecy exist only up to TLS 1.2. */
const TLS = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
} as const
const CONNECT_MS_MAX = 1_000
/** More nodes than any deployment has, and few enough that unauthenticated peers cannot exhaust file descriptors. */
const CONNECTIONS_MAX = 256

export interface PeerListener {
  readonly address: PeerAddress
  close(): Promise<void>
}

export function listenForPeers(
  where: PeerAddress,
  keys: Pick<PeerKeys, 'find'>,
  onConnection: (socket: tls.TLSSocket) => void,
): Promise<PeerListener> {
  const server = tls.createServer({
    ...TLS,
    pskCallback: (_socket, identity) => keys.find(identity) ?? null,
    handshakeTimeout: 5_000,
  })
  server.maxConnections = CONNECTIONS_MAX
  server.on('secureConnection', (socket) => {
    socket.setNoDelay(true)
    onConnection(socket)
  })
  // Connections that fail authentication are dropped.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where.port, where.host, () => {
      const { port } = server.address() as AddressInfo
      resolve({
        address: { host: where.host, port },
        close: () => new Promise((closed) => void server.close(() => closed())),
      })
    })
  })
}

export function connectToPeer(
  { host, port }: PeerAddress,
  keys: Pick<PeerKeys, 'own'>,
): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      ...TLS,
      host,
      port,
      pskCallback: () => keys.own(),
      // Only a node of this bank has the key; there is no certificate with a name in it.
      checkServerIdentity: () => undefined,
    })
    const deadline = setTimeout(
      () => socket.destroy(new Error(`${host}:${port} does not answer`)),
      CONNECT_MS_MAX,
    )
    socket.once('error', (error) => {
      clearTimeout(deadline)
      reject(error)
    })
    socket.once('secureConnect', () => {
      clearTimeout(deadline)
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}
