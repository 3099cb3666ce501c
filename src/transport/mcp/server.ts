// Connects the methods of the MCP library to the bank's tools and resources. A server is made for each request,
// because its handlers act for the caller of that request.
import { ProtocolError, Server } from '@modelcontextprotocol/server'
import { API_VERSION } from '../../kernel/version.ts'
import type { Caller } from '../../operation/caller.ts'
import { ToolRefusal, type ToolServer } from '../../operation/tool.ts'
import { toMcpTool } from './tools.ts'

export interface Exchange {
  readonly tools: ToolServer
  readonly caller: Caller
  readonly requestId: string
  readonly userAgent: string | undefined
  /** Called when a call is refused by a protocol error, because some refusals need their own HTTP status. */
  readonly onRefused: (refusal: ToolRefusal) => void
  /** Called on an unexpected error, whose details are not shown to the caller. */
  readonly onError: (error: unknown) => void
}

/** The preferred version comes first. The last one has no handshake: each request describes its client. */
export const supportedVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2026-07-28']

export function makeServer(exchange: Exchange): Server {
  const { tools, caller, requestId, userAgent } = exchange
  const server = new Server(
    { name: 'florin', title: 'Florin', version: API_VERSION },
    {
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
      supportedProtocolVersions: [...supportedVersions],
      instructions:
        'A bank: accounts, payments, exchange and more, for the user who connected you. The resource account://profile lists the user’s accounts; without resources, call a tool without an account, and the error lists them. Every write needs a new idempotency_key; a call repeated with the same key takes effect once.',
    },
  )
  const answering = async <Output>(work: () => Promise<Output> | Output): Promise<Output> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ToolRefusal)) {
        exchange.onError(error)
        throw new ProtocolError(-32603, 'An internal error occurred.')
      }
      exchange.onRefused(error)
      throw new ProtocolError(error.code, error.message, error.data)
    }
  }
  server.setRequestHandler('tools/list', () =>
    answering(async () => ({ tools: (await tools.list(caller)).map(toMcpTool) as never })),
  )
  server.setRequestHandler('tools/call', ({ params }) =>
    answering(async () => {
      const { name, arguments: given = {} } = params
      const result = await tools.call({ caller, name, arguments: given, requestId, userAgent })
      if ('failure' in result)
        return { content: [{ type: 'text', text: result.failure }], isError: true }
      const text = JSON.stringify(result.output)
      return {
        content: [{ type: 'text', text }],
        structuredContent: JSON.parse(text) as Record<string, unknown>,
        isError: false,
      }
    }),
  )
  const describe = ({ uri, title, summary }: { uri: string; title: string; summary: string }) => ({
    name: uri
      .split('://')
      .join(' ')
      .replace(/[^a-z]+/g, ' ')
      .trim()
      .replaceAll(' ', '_'),
    title,
    description: summary,
    mimeType: 'application/json',
  })
  const isTemplate = ({ uri }: { uri: string }): boolean => uri.includes('{')
  server.setRequestHandler('resources/list', () =>
    answering(() => ({
      resources: tools
        .listResources(caller)
        .filter((resource) => !isTemplate(resource))
        .map((resource) => ({ uri: resource.uri, ...describe(resource) })),
    })),
  )
  server.setRequestHandler('resources/templates/list', () =>
    answering(() => ({
      resourceTemplates: tools
        .listResources(caller)
        .filter(isTemplate)
        .map((resource) => ({ uriTemplate: resource.uri, ...describe(resource) })),
    })),
  )
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    answering(async () => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify(await tools.read(uri, { caller, requestId })),
        },
      ],
    })),
  )
  return server
}
