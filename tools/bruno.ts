// The collection for Bruno: a folder of text files, one for each request.
import { type ExampleRequest, listRequests, VARIABLES } from '../src/transport/openapi/requests.ts'
import type { OpenApiDocument } from '../src/transport/openapi/document.ts'

/** Path → content. */
export function toBruno(
  document: OpenApiDocument,
  environments: Readonly<Record<string, string>>,
): Record<string, string> {
  const files: Record<string, string> = {
    'bruno.json': `${JSON.stringify({ version: '1', name: document.info.title, type: 'collection' }, null, 2)}\n`,
    'collection.bru': [
      block('auth', ['mode: bearer']),
      block('auth:bearer', [`token: {{${VARIABLES.token}}}`]),
    ].join('\n'),
  }
  const secrets = Object.values(VARIABLES).filter((name) => name !== VARIABLES.baseUrl)
  for (const [name, url] of Object.entries(environments))
    files[`environments/${name}.bru`] = [
      block('vars', [`${VARIABLES.baseUrl}: ${url}`]),
      `vars:secret [\n${secrets.map((one) => `  ${one}`).join(',\n')}\n]\n`,
    ].join('\n')
  for (const [areaPlace, { area, domains }] of listRequests(document).entries()) {
    const folder = area
    files[`${folder}/folder.bru`] = block('meta', [`name: ${area}`, `seq: ${areaPlace + 1}`])
    for (const [domainPlace, { name, summary, requests }] of domains.entries()) {
      const own = `${folder}/${name}`
      files[`${own}/folder.bru`] = [
        block('meta', [`name: ${name}`, `seq: ${domainPlace + 1}`]),
        block('docs', [summary]),
      ].join('\n')
      for (const [place, request] of requests.entries())
        files[`${own}/${request.operation}.bru`] = toFile(request, place + 1)
    }
  }
  return files
}

function toFile(request: ExampleRequest, place: number): string {
  const { name, text, method, path, parameters, headers, body, isPublic, givesToken } = request
  const query = parameters.filter((one) => one.in === 'query')
  const inPath = parameters.filter((one) => one.in === 'path')
  const sent = query.filter(({ isRequired }) => isRequired)
  const search = sent.length === 0 ? '' : `?${sent.map((one) => `${one.name}=`).join('&')}`
  return [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${place}`]),
    block(method.toLowerCase(), [
      `url: {{${VARIABLES.baseUrl}}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}${search}`,
      `body: ${body === undefined ? 'none' : 'json'}`,
      `auth: ${isPublic ? 'none' : 'inherit'}`,
    ]),
    ...some(
      'params:query',
      // A tilde lists a parameter without sending it.
      query.map((one) => `${one.isRequired ? '' : '~'}${one.name}: `),
    ),
    ...some(
      'params:path',
      inPath.map((one) => `${one.name}: `),
    ),
    ...some(
      'headers',
      headers.map((one) => `${one.isAlternative ? '~' : ''}${one.name}: ${one.value}`),
    ),
    ...(body === undefined ? [] : [block('body:json', JSON.stringify(body, null, 2).split('\n'))]),
    ...(givesToken
      ? [block('vars:post-response', [`${VARIABLES.token}: res.body.access_token`])]
      : []),
    block('docs', text.split('\n')),
  ].join('\n')
}

const some = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [block(name, lines)]

/** A line of only a brace would end the block, and is indented like the others. */
const block = (name: string, lines: readonly string[]): string =>
  `${name} {\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n}\n`
