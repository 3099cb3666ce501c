// Traces, asked for by the standard variables: they reach the collector under the names of the
// operations, at the latest when the bank stops, and a collector that is gone does not keep it.
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { SOFTWARE_VERSION } from '../../src/kernel/version.ts'
import { newPerson } from './calls.ts'
import { start, stop } from './florin.ts'
import { createSharedDatabase } from './shared-nodes.ts'
import {
  atCleanUp,
  checkout,
  cleanUp,
  findPort,
  machinePath,
  makeFolder,
  pinnedNode,
} from './support.ts'

afterEach(cleanUp)

interface Delivery {
  readonly path: string
  readonly type: string
  readonly body: Buffer
}

/** Takes whatever is sent, as a collector does. */
async function startCollector(): Promise<{ url: string; deliveries: Delivery[] }> {
  const deliveries: Delivery[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const type = request.headers['content-type'] ?? ''
      deliveries.push({ path: request.url ?? '', type, body: Buffer.concat(chunks) })
      response.writeHead(200, { 'Content-Type': type }).end(type.includes('json') ? '{}' : '')
    })
  })
  const port = await findPort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  atCleanUp(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return { url: `http://127.0.0.1:${port}`, deliveries }
}

interface Span {
  readonly name: string
  readonly traceId: string
  readonly attributes: readonly { key: string; value: { stringValue?: string } }[]
}

function readSpans(deliveries: readonly Delivery[]): Span[] {
  const traces = deliveries.filter(({ path }) => path === '/v1/traces')
  return traces.flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body.toString('utf8')) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    return resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans))
  })
}

/** A program that makes one span and stops, as the bank does at its end. */
const ONE_SPAN = `
  const { startTelemetry } = await import(process.argv[1])
  const telemetry = await startTelemetry(process.env)
  telemetry.tracer.startSpan('user.get').end()
  await telemetry.stop()`

it('sends a span for each call, named after its operation, before the bank has stopped', async () => {
  const collector = await startCollector()
  const florin = await start({
    dataDir: join(await makeFolder(), 'bank'),
    env: {
      DATABASE_URL: (await createSharedDatabase()).url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
  })
  const { status, body, headers } = await florin.call('POST /api/auth/register', newPerson())
  expect(status).toBe(201)
  const token = body.data.access_token
  expect((await florin.call('GET /api/auth/user', undefined, { token })).status).toBe(200)
  const { stdout, ...ending } = await stop(florin)
  expect(ending).toMatchObject({ code: 0, stderr: '' })

  const spans = readSpans(collector.deliveries)
  const calls = spans.filter(({ name }) => !name.startsWith('job '))
  expect(calls.map(({ name }) => name).toSorted()).toEqual(['auth.register', 'user.get'])
  const [registration] = spans.filter((span) => span.name === 'auth.register')
  expect(registration!.attributes).toContainEqual({
    key: 'florin.request_id',
    value: { stringValue: headers['x-request-id'] },
  })
  // The line of the call leads to its trace.
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"level"'))
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      operation: 'auth.register',
      req_id: headers['x-request-id'],
      trace_id: registration!.traceId,
    }),
  )
  expect(JSON.stringify(spans)).not.toContain(token)
  expect(collector.deliveries[0]!.body.toString()).toContain(
    JSON.stringify({ key: 'service.version', value: { stringValue: SOFTWARE_VERSION } }),
  )
})

it("speaks the standard's own default where only the endpoint is given", async () => {
  const collector = await startCollector()
  const module = join(checkout, 'src/platform/telemetry.ts')
  await promisify(execFile)(pinnedNode, ['--input-type=module', '-e', ONE_SPAN, module], {
    env: { PATH: machinePath, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  })
  const binary = collector.deliveries.filter(({ path }) => path === '/v1/traces')
  expect(binary.map(({ type }) => type)).toEqual(['application/x-protobuf'])
  expect(binary[0]!.body.includes('user.get')).toBe(true)
})

it('does not keep the bank from stopping when the collector is gone', async () => {
  const florin = await start({
    dataDir: join(await makeFolder(), 'bank'),
    env: {
      DATABASE_URL: (await createSharedDatabase()).url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findPort()}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    },
  })
  expect((await florin.call('GET /api/auth/user')).status).toBe(401)
  expect(await stop(florin)).toMatchObject({ code: 0, stderr: '' })
})
