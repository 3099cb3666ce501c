// The generated packages as texts: they parse in their language whatever the API and the brand say.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBrand } from './brand.ts'
import type { ApiDocument } from './document.ts'
import { LANGUAGES, type LanguageName, languages } from './languages.ts'
import { makeSdk, toSource, writeFiles } from './sdk-package.ts'
import { toModel } from './model.ts'
import { toShapes } from './shapes.ts'
import { parseAll } from './test-parsing.ts'
import { allModules, document, makeFiles, request, unpack } from './test-support.ts'

const MANIFESTS = {
  typescript: 'package.json',
  python: 'pyproject.toml',
  java: 'pom.xml',
  go: 'go.mod',
  csharp: 'src/AcmePaySdk/AcmePaySdk.csproj',
  php: 'composer.json',
}

/** With all modules, because generated-packages.test.ts compiles only one operation of each kind. */
const WHOLE: readonly LanguageName[] = ['python', 'java', 'go', 'csharp', 'php']

const brokenOf = async (language: LanguageName, files: ReadonlyMap<string, string>) => {
  if (language === 'typescript') return []
  const { count, broken } = await parseAll(language, files)
  expect(count).toBeGreaterThan(4)
  return broken
}

describe.each(LANGUAGES)('the SDK for %s', (language) => {
  it('parses, with a call for every operation, a manifest, documents, examples and tests', async () => {
    const modules = WHOLE.includes(language) ? allModules : ['accounts', 'transfers', 'events']
    const source = toSource(document, request(language, { modules }))
    const files = writeFiles(source, language)
    expect(await brokenOf(language, files)).toEqual([])
    const text = [...files.values()].join('\n')
    const calls = source.shapes.modules.flatMap((module) => module.calls)
    expect(calls.filter(({ path }) => !text.includes(path))).toEqual([])
    expect(calls.length).toBeGreaterThan(WHOLE.includes(language) ? 400 : 10)
    const paths = [...files.keys()]
    expect(paths).toEqual(
      expect.arrayContaining([MANIFESTS[language], 'README.md', 'docs/index.html']),
    )
    expect(paths.join('\n')).toMatch(/test/i)
    expect(paths.join('\n')).toMatch(/quickstart/i)
    expect(files.get('docs/index.html')).toContain('--brand: #aa0033')
    expect(files.get('README.md')).toContain('# Acme Pay\n')
  })

  it('leaves out types, examples and tests where they are not wanted, and still parses', async () => {
    const options = { include_types: false, include_examples: false, include_tests: false }
    const files = makeFiles(language, { options })
    expect(await brokenOf(language, files)).toEqual([])
    expect([...files.keys()].join('\n')).not.toMatch(/test|example|models?[./]|types\.ts/i)
    expect([...files.values()].join('\n')).not.toMatch(/\bTransferCreateRequest\b/)
  })

  it('has the same bytes for the same request, and others for another', () => {
    const one = makeSdk(document, request(language))
    expect(makeSdk(document, request(language))).toEqual(one)
    const other = makeSdk(document, request(language, { modules: ['accounts'] }))
    expect(other.sha256).not.toBe(one.sha256)
  })

  it('stays valid code when a document and a brand try to break out of it', async () => {
    const brand = { name: NASTY[0]!, color: 'red' }
    const files = makeFiles(language, { modules: ['class'], brand }, nasty)
    expect(await brokenOf(language, files)).toEqual([])
    const injected = [...files].filter(([, text]) => /^\s*(pwned|system)\(/m.test(text))
    expect(injected.map(([path]) => path)).toEqual([])
    expect(files.get('docs/index.html')).not.toMatch(/<script|<img/)
  })
})

/** Texts that end comments, strings and lines in one language or another. */
const NASTY = [
  '*/ pwned(); /*',
  '"""\npwned()\n"""',
  '?> <?php pwned(); /*',
  "'; pwned(); //",
  '\\u002a\\u002f pwned(); \\u000a',
  '"); system("rm -rf /"); //',
  '</summary><script>pwned()</script>',
  '${pwned()} #{pwned()} {{pwned()}} $(pwned)',
  '\u2028pwned()\u2029\u202e)(denwp',
  '\\',
  '@see {@link x} %s',
]

const WORDS =
  'class def from import self this return func type range map default package void new null None True lambda yield match switch case int string object list dict hashCode toString equals clone getClass wait build builder headers idempotency_key options request params filters ctx page 24h_change x-y @context fromAccount'.split(
    ' ',
  )

const nasty: ApiDocument = {
  info: { title: 'Nasty', version: '1.0.0' },
  tags: [{ name: 'class', description: NASTY.join(' ') }],
  paths: {
    '/x/{default}': {
      post: {
        operationId: 'class.return',
        summary: NASTY.join('\n'),
        tags: ['class'],
        parameters: [
          {
            name: 'default',
            in: 'path',
            required: true,
            description: NASTY[4]!,
            schema: { type: 'string' },
          },
          ...WORDS.map((name) => ({
            name: `q_${name}`,
            in: 'query' as const,
            description: NASTY.join(' '),
            schema: { type: 'string' },
          })),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Words' } } },
        },
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Words' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Words: {
        type: 'object',
        description: NASTY.join('\n'),
        required: ['class', 'this'],
        properties: {
          ...Object.fromEntries(
            WORDS.map((name, index) => [
              name,
              { type: 'string', description: NASTY[index % NASTY.length]! },
            ]),
          ),
          kind: { type: 'string', enum: [...WORDS, ...NASTY], description: NASTY.join(' ') },
          nested: {
            type: 'array',
            items: { type: 'object', properties: { words: { type: 'integer' } } },
          },
        },
      },
    },
  },
}

describe('records', () => {
  it('do not contain themselves by value, which Go refuses', () => {
    const { records } = toShapes(document, toModel(document))
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      (records.get(from)?.fields ?? []).some(({ shape }) => {
        if (shape.kind !== 'record' || seen.has(shape.name)) return false
        seen.add(shape.name)
        return shape.name === to || reaches(shape.name, to, seen)
      })
    expect([...records.keys()].filter((name) => reaches(name, name))).toEqual([])
  })
})

describe('a brand', () => {
  it.each([
    ['Acme Pay', 'Acme Pay', 'acme-pay-sdk'],
    ['  Übung & Söhne ', 'Übung Söhne', 'ubung-sohne-sdk'],
    ['json', 'json', 'json-sdk'],
    ['3rd Bank', '3rd Bank', 'bank-3rd-bank-sdk'],
    ['銀行', '銀行', 'bank-sdk'],
    ['../../etc/passwd', 'etc passwd', 'etc-passwd-sdk'],
    ['"; DROP TABLE users; --', 'DROP TABLE users', 'drop-table-users-sdk'],
    ['<?php ?>', 'php', 'php-sdk'],
    ['$(){}[]', 'Bank', 'bank-sdk'],
  ])('%j is called %s in package %s', (name, title, slug) => {
    expect(toBrand(name)).toMatchObject({ title, slug })
  })

  it('is made of letters and digits whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...NASTY)), (name) => {
        const { title, slug, snake, flat, pascal } = toBrand(name)
        expect(title).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .-]*$/u)
        expect(slug).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*-sdk$/)
        expect(snake).toBe(slug.replaceAll('-', '_'))
        expect(flat).toMatch(/^[a-z][a-z0-9]*$/)
        expect(pascal).toMatch(/^[A-Z][A-Za-z0-9]*$/)
        expect(slug.length).toBeLessThan(60)
      }),
    )
  })

  it('takes no colour but six hexadecimal digits', () => {
    expect(toBrand('A', '#AABBCC').color).toBe('#aabbcc')
    expect(toBrand('A', 'red; } body { display: none').color).toBe('#1a365d')
  })

  it('names the package of every language', () => {
    const brand = toBrand('Acme Pay')
    const names = LANGUAGES.map((language) => languages[language].packageName(brand))
    expect(names).toEqual([
      'acme-pay-sdk',
      'acme-pay-sdk',
      'com.acmepaysdk:acme-pay-sdk',
      'acme-pay-sdk',
      'AcmePaySdk',
      'acme-pay-sdk/acme-pay-sdk',
    ])
  })
})

describe('an archive', () => {
  it('lists its files, which are all in one folder', () => {
    const { files, archive, file_name } = makeSdk(document, request('go'))
    expect([...unpack(archive).keys()].toSorted()).toEqual([...files].toSorted())
    expect(file_name).toMatch(/^acme-pay-sdk-go-\d+\.\d+\.\d+\.zip$/)
    expect(files.some((path) => path.startsWith('/') || path.includes('..'))).toBe(false)
  })
})
