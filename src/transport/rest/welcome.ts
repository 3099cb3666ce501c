// The welcome page at `/`: says what Florin is and links to the documents. It loads nothing from other hosts.
import type { FastifyInstance } from 'fastify'

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 12vh auto; max-width: 40rem; padding: 0 1.5rem;
         color: #1c2430; background: #fbfaf7 }
  h1 { font-size: 2.2rem; margin: 0 } .mode { color: #8a6d1f } a { color: #0b5c8a }
  li { margin: .4rem 0 } code, pre { font: 14px/1.5 ui-monospace, monospace }
  pre { background: #1c2430; color: #f3efe4; padding: 1rem; border-radius: .5rem; overflow-x: auto }
  @media (prefers-color-scheme: dark) {
    body { color: #e8e4d9; background: #14181f } a { color: #7cc4f0 } .mode { color: #e0bd5a } }
`

export function addWelcome(
  app: FastifyInstance,
  facts: { readonly version: string; readonly mode: string; readonly firstCall: () => string },
): void {
  const render = (): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Florin</title><style>${style}</style>
</head>
<body>
  <h1>Florin</h1>
  <p>A multi-asset core bank, version ${facts.version}, <span class="mode">${facts.mode}</span> mode.</p>
  <ul>
    <li><a href="/api/docs">Interactive reference</a>: every operation, to read and to try</li>
    <li><a href="/api/openapi.json">OpenAPI document</a></li>
    <li><a href="/api/status">Status</a> and <a href="/health/ready">readiness</a></li>
  </ul>
  <p>The first call:</p>
  <pre>${facts.firstCall()}</pre>
</body>
</html>
`
  app.get('/', (_request, reply) => {
    reply.header('Content-Type', 'text/html; charset=utf-8')
    reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    return render()
  })
}
