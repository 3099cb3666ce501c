// Writes the SDK for TypeScript. Its client is that of sdk/client, the bank's own SDK, which is tested there.
import { readFileSync } from 'node:fs'
import { type Files, hasTransfers, readTemplate, type Source } from './files.ts'
import { ERRORS, toFunctionName } from './names/typescript.ts'
import { writeOperations, writeTypes } from './typescript.ts'

const OWN = new URL('../client/', import.meta.url)
const CLIENT_FILES = [
  'client.ts',
  'errors.ts',
  'frames.ts',
  'pages.ts',
  'position.ts',
  'request.ts',
  'stream.ts',
  'waiting.ts',
  'webhooks.ts',
] as const

export function writeTypescript(source: Source): Files {
  const { options, model } = source
  const template = (name: string) => readTemplate(`typescript/${name}.js.txt`, source)
  const files = new Map([
    ['package.json', writeManifest(source)],
    ['tsconfig.json', TSCONFIG],
    ['src/index.ts', writeIndex(source)],
    ...CLIENT_FILES.map(
      (name) => [`src/${name}`, readFileSync(new URL(name, OWN), 'utf8')] as const,
    ),
  ])
  for (const group of model.groups) {
    const own = { ...model, groups: [group] }
    const text = writeOperations(own, { folder: '..', isTyped: options.include_types })
    files.set(`src/modules/${group.name}.ts`, text)
  }
  if (options.include_types) files.set('src/types.ts', writeTypes(model))
  // Examples and tests are JavaScript over the built package, because Node 20 cannot run TypeScript.
  if (options.include_examples)
    files.set(
      'examples/quickstart.js',
      template(hasTransfers(source) ? 'quickstart-transfers' : 'quickstart'),
    )
  if (options.include_tests) files.set('test/client.test.js', template('client.test'))
  return files
}

const writeManifest = ({ brand, shapes }: Source): string =>
  `${JSON.stringify(
    {
      name: brand.slug,
      version: shapes.version,
      description: `A typed client for the API of ${brand.title}.`,
      type: 'module',
      engines: { node: '>=20' },
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      files: ['dist'],
      sideEffects: false,
      scripts: { build: 'tsc', prepare: 'tsc', test: 'tsc && node --test' },
      devDependencies: { typescript: '>=5.8.0' },
    },
    null,
    2,
  )}\n`

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2022", "dom", "dom.asynciterable"],
    "module": "nodenext",
    "types": [],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "rewriteRelativeImportExtensions": true,
    "declaration": true,
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`

const writeIndex = ({ brand, options, model }: Source): string =>
  [
    `// A client for the API of ${brand.title}. It needs only fetch and Web Crypto, so it runs in Node, Deno, Bun, browsers`,
    '// and edge runtimes.',
    'export {',
    '  type CallOptions,',
    '  type Client,',
    '  type ClientOptions,',
    '  createClient,',
    '  type Operation,',
    '  type Subscription,',
    "} from './client.ts'",
    `export {\n${ERRORS.map((name) => `  ${name},\n`).join('')}} from './errors.ts'`,
    "export { each } from './pages.ts'",
    ...(options.include_types ? ["export type * from './types.ts'"] : []),
    "export { isFromBank } from './webhooks.ts'",
    ...model.groups.map(
      ({ name, operations }) =>
        `export {\n${operations.map((one) => `  ${toFunctionName(one)},\n`).join('')}} from './modules/${name}.ts'`,
    ),
    '',
  ].join('\n')
