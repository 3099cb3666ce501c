// The yardstick: Fastify with nothing around it, on the same Node.
import Fastify from 'fastify'

process.once('disconnect', () => process.exit())
const app = Fastify()
app.get('/', () => ({ hello: 'world' }))
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
