// The collection and the environments for Postman (format 2.1), which other API clients import as well.
import { type ExampleRequest, listRequests, VARIABLES } from './requests.ts'
import type { OpenApiDocument } from './document.ts'

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

export function toPostman(document: OpenApiDocument, baseUrl: string) {
  return {
    info: {
      name: document.info.title,
      description: `${document.info.description}\n\nRegister or log in first: that sets the variable \`${VARIABLES.token}\`. An API key can be its value, too.`,
      schema: FORMAT,
    },
    auth: { type: 'bearer', bearer: [text(VARIABLES.token)] },
    variable: Object.values(VARIABLES).map((key) => ({
      key,
      value: key === VARIABLES.baseUrl ? baseUrl : '',
      type: 'string',
    })),
    item: listRequests(document).map(({ area, domains }) => ({
      name: area,
      item: domains.map(({ name, summary, requests }) => ({
        name,
        description: summary,
        item: requests.map(toItem),
      })),
    })),
  }
}

const text = (name: string) => ({ key: 'token', value: `{{${name}}}`, type: 'string' })

function toItem(one: ExampleRequest) {
  const { name, text: description, method, headers, body, isPublic } = one
  return {
    name,
    ...(one.givesToken && { event: [keepToken] }),
    request: {
      method,
      header: headers.map(({ name: key, value, isAlternative }) => ({
        key,
        value,
        ...(isAlternative && { disabled: true }),
      })),
      ...(body !== undefined && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(body, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
      ...(isPublic && { auth: { type: 'noauth' } }),
      url: toUrl(one),
      description,
    },
    response: [],
  }
}

/** Optional parameters of the query are listed and not sent. */
function toUrl({ path, parameters }: ExampleRequest) {
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll(/\{(\w+)\}/g, ':$1'))
  const query = parameters.filter((one) => one.in === 'query')
  const sent = query.filter(({ isRequired }) => isRequired)
  const search = sent.length === 0 ? '' : `?${sent.map(({ name }) => `${name}=`).join('&')}`
  const variables = parameters.filter((one) => one.in === 'path')
  return {
    raw: `{{${VARIABLES.baseUrl}}}/${segments.join('/')}${search}`,
    host: [`{{${VARIABLES.baseUrl}}}`],
    path: segments,
    ...(query.length > 0 && {
      query: query.map(({ name, isRequired, text: description }) => ({
        key: name,
        value: '',
        description,
        ...(!isRequired && { disabled: true }),
      })),
    }),
    ...(variables.length > 0 && {
      variable: variables.map(({ name, text: description }) => ({
        key: name,
        value: '',
        description,
      })),
    }),
  }
}

const keepToken = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [
      'const answer = pm.response.json()',
      `if (answer.access_token) pm.collectionVariables.set('${VARIABLES.token}', answer.access_token)`,
    ],
  },
}

/** The token is typed in, and kept out of what is shared. */
export const toPostmanEnvironment = (name: string, baseUrl: string) => ({
  name: `Florin: ${name}`,
  values: Object.values(VARIABLES).map((key) => ({
    key,
    value: key === VARIABLES.baseUrl ? baseUrl : '',
    type: key === VARIABLES.baseUrl ? 'default' : 'secret',
    enabled: true,
  })),
  _postman_variable_scope: 'environment',
})
