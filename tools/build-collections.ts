// Writes the collections of requests for Postman and Bruno into dist/collections. They are made from the OpenAPI document,
// not committed (some 800 files and 2 MB that say nothing new), and attached to a release. A running bank serves that for
// Postman at /api/docs/postman.json.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeBank } from '../src/declarations.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { toOpenApi } from '../src/transport/openapi/document.ts'
import { toPostman, toPostmanEnvironment } from '../src/transport/openapi/postman.ts'
import { withProtocols } from '../src/transport/openapi/protocols.ts'
import { toBruno } from './bruno.ts'

const environments = { sandbox: 'http://localhost:8080', production: 'https://bank.example' }

const document = withProtocols(toOpenApi(describeBank(systemClock), environments.sandbox))
const files: Record<string, string> = {
  'postman.json': toJson(toPostman(document, environments.sandbox)),
}
for (const [name, url] of Object.entries(environments))
  files[`${name}.postman_environment.json`] = toJson(toPostmanEnvironment(name, url))
for (const [name, content] of Object.entries(toBruno(document, environments)))
  files[`bruno/${name}`] = content

const folder = fileURLToPath(new URL('../dist/collections', import.meta.url))
await rm(folder, { recursive: true, force: true })
for (const [name, content] of Object.entries(files)) {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), content)
}
process.stdout.write(`${Object.keys(files).length} files: ${folder}\n`)

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
