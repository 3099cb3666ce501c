// The index for models, in the form of llmstxt.org: what the bank is, and where to read more, as text or JSON. The full text
// has every guide in one document.
import type { GuideText } from '../console/files.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { OpenApiDocument } from './document.ts'

export interface LlmsFacts {
  readonly document: Pick<OpenApiDocument, 'info' | 'tags' | 'x-tagGroups'>
  readonly guides: readonly GuideText[]
  readonly baseUrl: string
}

/** The group of the guides that a developer of a client rarely needs: these are "optional" in the words of llmstxt.org. */
const OPTIONAL = 'Operate'

export function toLlms({ document, guides, baseUrl }: LlmsFacts): string {
  const link = (title: string, path: string, says: string): string =>
    `- [${title}](${baseUrl}${path}): ${says}`
  const guideLinks = (isListed: (guide: GuideText) => boolean): string[] =>
    guides
      .filter(isListed)
      .map(({ name, title, summary }) =>
        link(title, `/api/docs/guides/${name}.md`, summary || 'what it is, and the first call'),
      )
  const summaryOf = new Map(document.tags.map(({ name, description }) => [name, description]))
  const groups = document['x-tagGroups'] ?? [
    { name: 'Operations', tags: document.tags.map(({ name }) => name) },
  ]
  return [
    `# ${document.info.title}`,
    `> ${document.info.description}`,
    `REST is at \`${baseUrl}/api/v2\` (\`Authorization: Bearer\` with an access token or API key), GraphQL at \`${baseUrl}/api/graphql\`, tools for models (MCP, Streamable HTTP with OAuth) at \`${baseUrl}/mcp\`. Amounts are decimal strings. A write takes an \`Idempotency-Key\`, so that a retry is safe. Every error has a code, and a \`Link\` header with \`rel="help"\` to a page that says what to do.`,
    section('Interfaces', [
      link('OpenAPI document', '/api/openapi.json', 'every operation with its fields and examples'),
      link('Index of operations', '/api/docs/index.json', 'names, routes and summaries only'),
      link('Postman collection', '/api/docs/postman.json', 'every request with its example'),
      link('Errors', '/api/docs/errors.json', 'every code, what it means and what to do about it'),
      link('GraphQL playground', '/api/graphql-playground', 'queries, mutations, live updates'),
      link('Agent card', '/.well-known/agent-card.json', 'the skills of the bank for agents (A2A)'),
      link(
        'Authorization server',
        '/.well-known/oauth-authorization-server',
        'how a client of the tools gets a token',
      ),
      link('All guides as one text', '/llms-full.txt', 'this index with every guide behind it'),
    ]),
    ...groups.map(({ name, tags }) =>
      section(
        `Operations: ${name}`,
        tags.map((tag) => link(tag, `/api/docs/domains/${tag}.json`, summaryOf.get(tag) ?? tag)),
      ),
    ),
    section(
      'Guides',
      guideLinks(({ group }) => group !== OPTIONAL),
    ),
    section(
      'Optional',
      guideLinks(({ group }) => group === OPTIONAL),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

export const toFullLlms = (facts: LlmsFacts): string =>
  [toLlms(facts).trimEnd(), ...facts.guides.map(({ text }) => text.trim())]
    .join('\n\n')
    .concat('\n')

const section = (title: string, links: readonly string[]): string =>
  links.length === 0 ? '' : `## ${title}\n\n${links.join('\n')}`

/** The page of an error: what it means, and what to do next. */
export function toErrorPage({ code, status, meaning, advice, operations }: CatalogueEntry): string {
  const from =
    operations.length === 0
      ? 'Any request may get this answer.'
      : `These operations may answer it: ${operations.map((name) => `\`${name}\``).join(', ')}.`
  return `# ${code}\n\nHTTP status ${status}. ${meaning}\n\n## What to do\n\n${advice}\n\n${from}\n`
}
