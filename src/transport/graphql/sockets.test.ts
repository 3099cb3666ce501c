// Sockets whose clients disconnect while they sign in.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, MessageType } from 'graphql-ws'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Caller, anonymousCaller } from '../../operation/caller.ts'
import { OpenStreams } from '../../operation/open-streams.ts'
import { addSockets, type SocketOptions } from './sockets.ts'

it('leave nothing open', async () => {
  const caller: Caller = { ...anonymousCaller('127.0.0.1'), user: 'ada' }
  const asked = Promise.withResolvers<void>()
  const found = Promise.withResolvers<Caller>()
  let times = 0
  const streams = new OpenStreams()
  const app = fastify()
  const options = {
    streams,
    recognize: () => {
      times++
      asked.resolve()
      return found.promise
    },
  } as Partial<SocketOptions> as SocketOptions
  const gone = Promise.withResolvers<void>()
  app.addHook('onRequest', async (request) => {
    request.raw.socket.once('close', () => gone.resolve())
  })
  await addSockets(app, '/live', options, async () => undefined)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const client = new WebSocket(`ws://127.0.0.1:${port}/live`, GRAPHQL_TRANSPORT_WS_PROTOCOL)
  await once(client, 'open')
  client.send(JSON.stringify({ type: MessageType.ConnectionInit }))
  await asked.promise
  client.terminate()
  await gone.promise
  found.resolve(caller)
  await app.close()
  streams.recognizeAgain()
  expect(times).toBe(1)
})
