// Answers one message of the protocol, in either of its two generations.
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { type Exchange, makeServer, supportedVersions } from './server.ts'

export { supportedVersions }

export async function serve(
  request: Request,
  message: unknown,
  exchange: Exchange,
): Promise<Response> {
  if (!(await isLegacyRequest(request, message)))
    return createMcpHandler(() => makeServer(exchange), { legacy: 'reject' }).fetch(request, {
      parsedBody: message,
    })
  const server = makeServer(exchange)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}
