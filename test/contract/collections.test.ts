// What is made of the description for other programs, at a running bank: the collections of requests for API clients, and
// the index for models. Requests are sent as such a client would send them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guidePages, listGuideTexts } from '../../console/guides.ts'
import { toOpenApi } from '../../src/transport/openapi/document.ts'
import { toPostman, toPostmanEnvironment } from '../../src/transport/openapi/postman.ts'
import { withProtocols } from '../../src/transport/openapi/protocols.ts'
import { toBruno } from '../../tools/bruno.ts'
import { type Bank, startBank } from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'

const strict = { additionalProperties: false }
const Named = { key: Type.String({ minLength: 1 }), value: Type.String() }
const Disabled = Type.Optional(Type.Literal(true))
const Request = Type.Object(
  {
    method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    header: Type.Array(Type.Object({ ...Named, disabled: Disabled }, strict)),
    body: Type.Optional(
      Type.Object(
        {
          mode: Type.Literal('raw'),
          raw: Type.String(),
          options: Type.Object({ raw: Type.Object({ language: Type.Literal('json') }) }),
        },
        strict,
      ),
    ),
    auth: Type.Optional(Type.Object({ type: Type.Literal('noauth') }, strict)),
    url: Type.Object(
      {
        raw: Type.String(),
        host: Type.Array(Type.String(), { minItems: 1, maxItems: 1 }),
        path: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
        query: Type.Optional(
          Type.Array(
            Type.Object({ ...Named, description: Type.String(), disabled: Disabled }, strict),
          ),
        ),
        variable: Type.Optional(
          Type.Array(Type.Object({ ...Named, description: Type.String() }, strict)),
        ),
      },
      strict,
    ),
    description: Type.String({ minLength: 1 }),
  },
  strict,
)
const Item = Type.Object(
  {
    name: Type.String({ minLength: 3, maxLength: 90 }),
    event: Type.Optional(
      Type.Array(
        Type.Object(
          {
            listen: Type.Enum(['test', 'prerequest']),
            script: Type.Object(
              { type: Type.Literal('text/javascript'), exec: Type.Array(Type.String()) },
              strict,
            ),
          },
          strict,
        ),
      ),
    ),
    request: Request,
    response: Type.Array(Type.Never(), { maxItems: 0 }),
  },
  strict,
)
const Variable = Type.Object({ ...Named, type: Type.Literal('string') }, strict)
/** The parts of Postman’s schema 2.1 that the collection uses. */
const Collection = Type.Object(
  {
    info: Type.Object(
      {
        name: Type.String(),
        description: Type.String(),
        schema: Type.Literal(
          'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        ),
      },
      strict,
    ),
    auth: Type.Object({ type: Type.Literal('bearer'), bearer: Type.Array(Variable) }, strict),
    variable: Type.Array(Variable),
    item: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          item: Type.Array(
            Type.Object(
              { name: Type.String(), description: Type.String(), item: Type.Array(Item) },
              strict,
            ),
          ),
        },
        strict,
      ),
    ),
  },
  strict,
)

const registry = describeForTests()
const document = withProtocols(toOpenApi(registry, 'http://localhost:8080'))
const made: unknown = JSON.parse(JSON.stringify(toPostman(document, 'http://localhost:8080')))
type Made = ReturnType<typeof toPostman>
type Sent = Made['item'][number]['item'][number]['item'][number]
const itemsOf = ({ item }: Made): Sent[] =>
  item.flatMap((area) => area.item.flatMap((one) => one.item))
const collection = made as Made
const operationOf = ({ request }: Sent): string =>
  /Operation (\S+)\.$/.exec(request.description)![1]!

describe('the collection for Postman', () => {
  it('has the form of its format', () => {
    expect(Value.Errors(Collection, made)).toEqual([])
    expect(Value.Check(Collection, made)).toBe(true)
    expect(Value.Check(Collection, { ...(made as object), extra: 1 })).toBe(false)
  })

  it('has every operation that has a route, once', () => {
    const names = itemsOf(collection).map(operationOf)
    expect(new Set(names).size).toBe(names.length)
    const own: string[] = registry.operations
      .filter(({ rest }) => rest.length > 0)
      .map(({ name }) => name)
    expect(own.filter((name) => !names.includes(name))).toEqual([])
    const protocols = names.filter((name) => !own.includes(name))
    expect(protocols).toContain('graphql.execute')
  })

  it('has an address whose parts agree, and a value to fill in for each parameter of the path', () => {
    for (const { request } of itemsOf(collection)) {
      const { raw, host, path, query = [], variable = [] } = request.url
      const sent = query.filter((one) => !('disabled' in one)).map(({ key }) => `${key}=`)
      const search = sent.length === 0 ? '' : `?${sent.join('&')}`
      expect(raw).toBe(`${host[0]}/${path.join('/')}${search}`)
      const named = path.flatMap((segment) => segment.match(/(?<=:)\w+/g) ?? [])
      expect(variable.map(({ key }) => key).toSorted(), raw).toEqual(named.toSorted())
      if (request.body) expect(() => JSON.parse(request.body!.raw) as unknown).not.toThrow()
    }
  })

  it('uses no variable that neither it nor its environments have', () => {
    const known: string[] = collection.variable.map(({ key }) => key)
    const environment = toPostmanEnvironment('sandbox', 'http://localhost:8080')
    expect(environment.values.map(({ key }) => key)).toEqual(known)
    expect(environment.values.filter(({ type }) => type === 'secret')).toHaveLength(3)
    const used = new Set(JSON.stringify(made).match(/(?<=\{\{)\w+(?=\}\})/g))
    expect([...used].toSorted()).toEqual(known.toSorted())
  })
})

/** The blocks of a file by their names. */
const readBru = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([\w:-]+) (?:\{\n([^]*?)\n\}|\[\n([^]*?)\n\])$/gm)].map(
      ([, name, block, list]) => [name!, (block ?? list)!.replaceAll(/^ {2}/gm, '')],
    ),
  )

describe('the collection for Bruno', () => {
  const files = toBruno(document, { sandbox: 'http://localhost:8080', production: 'https://x' })

  it('asks the same as that for Postman, request by request', () => {
    let checked = 0
    for (const area of collection.item)
      for (const domain of area.item)
        for (const one of domain.item) {
          const { request, name, event } = one
          const path = `${area.name}/${domain.name}/${operationOf(one)}.bru`
          const bru = readBru(files[path]!)
          const method = request.method.toLowerCase()
          expect(bru['meta'], path).toContain(`name: ${name}\ntype: http`)
          expect(bru[method]).toBe(
            `url: ${request.url.raw}\nbody: ${request.body ? 'json' : 'none'}\nauth: ${request.auth ? 'none' : 'inherit'}`,
          )
          expect(bru['body:json']).toBe(request.body?.raw)
          const write = (
            list: readonly { key: string; value: string; disabled?: boolean }[] = [],
          ) =>
            list.length === 0
              ? undefined
              : list
                  .map((row) => `${row.disabled ? '~' : ''}${row.key}: ${row.value}`.trimEnd())
                  .join('\n')
          expect(bru['headers']).toBe(write(request.header))
          expect(bru['params:query']).toBe(write(request.url.query))
          expect(bru['params:path']).toBe(write(request.url.variable))
          expect(bru['vars:post-response']).toBe(event && 'token: res.body.access_token')
          checked++
        }
    const requests = Object.keys(files).filter((file) => /\/[^/]+\/[^/]+\.bru$/.test(file))
    expect(requests.filter((file) => !file.endsWith('folder.bru'))).toHaveLength(checked)
  })

  it('has a folder for each domain, two environments and secrets that are not written down', () => {
    expect(JSON.parse(files['bruno.json']!)).toEqual({
      version: '1',
      name: 'Florin',
      type: 'collection',
    })
    expect(readBru(files['collection.bru']!)).toMatchObject({ 'auth:bearer': 'token: {{token}}' })
    expect(readBru(files['environments/sandbox.bru']!)).toEqual({
      vars: 'base_url: http://localhost:8080',
      'vars:secret': 'token,\npartner_key,\nagent_session',
    })
    expect(readBru(files['Core banking/transfers/folder.bru']!)['meta']).toContain(
      'name: transfers',
    )
  })
})

describe('at a bank', () => {
  let bank: Bank
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'florin-collections-'))
    // As the build of the console writes them.
    const build = { pages: [], assets: [], guides: [...guidePages.keys()] }
    await writeFile(join(folder, 'build.json'), JSON.stringify(build))
    await writeFile(join(folder, 'guides.json'), JSON.stringify(listGuideTexts()))
    await writeFile(join(folder, 'reference.html'), '<title>The reference</title>')
    bank = await startBank({ consoleFolder: folder })
  })
  afterAll(async () => {
    await bank.stop()
    await rm(folder, { recursive: true })
  })

  /** Sends requests of the collection as Postman does: variables, the parameters of the path, and the scripts. */
  function openClient({ variable, item }: Made) {
    const variables = new Map<string, string>(variable.map(({ key, value }) => [key, value]))
    const fill = (text: string): string =>
      text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_braces, name: string) =>
        name === '$guid' ? crypto.randomUUID() : variables.get(name)!,
      )
    const items = item.flatMap((area) => area.item.flatMap((domain) => domain.item))
    return async (
      name: string,
      change: { readonly body?: object; readonly path?: object } = {},
    ) => {
      const { request, event = [] } = items.find((one) => operationOf(one) === name)!
      const inPath = new Map(Object.entries(change.path ?? {}))
      const url = fill(request.url.raw).replaceAll(
        /(?<=\/):(\w+)/g,
        (_colon, parameter: string) => inPath.get(parameter) as string,
      )
      const sent = request.header.filter((one) => !('disabled' in one))
      const body = request.body && { ...(JSON.parse(request.body.raw) as object), ...change.body }
      const response = await fetch(url, {
        method: request.method,
        headers: {
          ...(request.auth ? {} : { Authorization: `Bearer ${variables.get('token')}` }),
          ...Object.fromEntries(sent.map(({ key, value }) => [key, fill(value)])),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Record<string, unknown>
      const pm = {
        response: { json: () => answer },
        collectionVariables: { set: (key: string, value: string) => variables.set(key, value) },
      }
      for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm })
      return { status: response.status, answer }
    }
  }

  it('the collection that it serves works, from registration to a payment', async () => {
    const served = (await (await fetch(`${bank.url}/api/docs/postman.json`)).json()) as Made
    expect(Value.Check(Collection, served)).toBe(true)
    const send = openClient(served)
    const stranger = await send('account.list')
    expect(stranger.status).toBe(401)
    const email = 'ada.collections@example.com'
    expect(await send('auth.register', { body: { email } })).toMatchObject({ status: 201 })
    const listed = await send('account.list')
    expect(listed.status).toBe(200)
    const [{ uuid }] = listed.answer['data'] as [{ uuid: string }]
    expect(await send('account.deposit', { path: { uuid } })).toMatchObject({ status: 200 })
    const opened = await send('account.open', { body: { user_uuid: undefined } })
    expect(opened.status, JSON.stringify(opened.answer)).toBe(201)
    const { uuid: other } = (opened.answer as { data: { uuid: string } }).data
    const paid = await send('transfer.create', {
      body: { from_account: uuid, to_account: other, asset_code: 'EUR' },
    })
    expect(paid.status, JSON.stringify(paid.answer)).toBe(201)
    expect(await send('asset.list_public')).toMatchObject({ status: 200 })
    expect(await send('webhook.create')).toMatchObject({ status: 201 })
  })

  it('every link of the index for models leads to a document', async () => {
    const index = await (await fetch(`${bank.url}/llms.txt`)).text()
    const links = [...index.matchAll(/\]\((\S+?)\)/g)].map(([, url]) => url!)
    expect(links.length).toBeGreaterThan(100)
    expect(new Set(links).size).toBe(links.length)
    const answers = await Promise.all(
      links.map(async (url) => {
        const response = await fetch(url)
        await response.body?.cancel()
        return `${response.status} ${url}`
      }),
    )
    expect(answers.filter((one) => !one.startsWith('200 '))).toEqual([])
    for (const name of ['tools', 'sdks', 'graphql', 'webhooks'])
      expect(links).toContain(`${bank.url}/api/docs/guides/${name}.md`)
    // A guide without a line of its own in the list of pages would be a title only.
    expect(index.match(/^- \[.*\]\(.*\): ?$/gm)).toBeNull()
  })

  it('every link between guides leads to a guide', async () => {
    const texts = listGuideTexts()
    const names = new Set(texts.map(({ name }) => `/api/docs/guides/${name}.md`))
    const links = texts.flatMap(({ text }) =>
      [...text.matchAll(/\]\((\/api\/docs\/[^)#]*)/g)].map(([, path]) => path!),
    )
    expect(links.length).toBeGreaterThan(30)
    expect(links.filter((path) => !names.has(path))).toEqual([])
    expect(
      texts
        .filter(({ text }) => /\]\((?!https?:|#|\/api\/docs\/)/.test(text))
        .map(({ name }) => name),
    ).toEqual([])
  })
})
