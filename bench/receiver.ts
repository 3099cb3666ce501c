// A receiver of webhooks in a separate process: counts distinct events per path, never answers on /hang, and
// reports its counts on request.
import http from 'node:http'

const seen = new Map<string, Set<string>>()

const server = http.createServer((request, response) => {
  const path = request.url ?? '/'
  if (path === '/health') return response.end('ok')
  if (path === '/counts') {
    const counts = [...seen].map(([name, ids]) => [name, ids.size] as const)
    return response.end(JSON.stringify(Object.fromEntries(counts)))
  }
  if (path.startsWith('/reset')) {
    seen.clear()
    return response.end('ok')
  }
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (path.startsWith('/hang')) return
    // The id is near the end of the envelope; parsing the whole would cost time that is not to be measured.
    const body = Buffer.concat(parts).toString('latin1')
    const id = /"id":"(evt_[0-9a-f]{16})"/.exec(body.slice(-100))?.[1]
    if (id !== undefined) seen.set(path, (seen.get(path) ?? new Set()).add(id))
    response.end()
  })
  return undefined
})
server.listen(Number(process.argv[2]), '127.0.0.1')
process.on('disconnect', () => process.exit())
