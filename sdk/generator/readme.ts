// The documentation of an SDK: README.md, and a page with every method in the colour of the brand.
import type { Language } from './languages.ts'
import type { Source } from './files.ts'
import { toLine, toXml } from './words.ts'

export const writeReadme = (
  { brand, options, shapes }: Source,
  language: Language,
): string => `# ${brand.title}

A client for the API of ${brand.title}, version ${shapes.version}, in ${language.title}. It uses the standard library alone.

\`\`\`sh
${language.install(brand)}
\`\`\`

\`\`\`${language.fence}
${language.sample(brand)}
\`\`\`

- One method for each operation, grouped by module; \`docs/index.html\` lists them.
- A write carries an idempotency key, the same on every try: a call whose answer was lost is repeated safely.
- A busy bank is asked again after the time it names, twice by default.
- A refusal is ${language.errors}, with a code, the fields that are wrong, and the id of the request.
- ${language.pages}
- ${language.webhooks} checks the header \`X-Florin-Signature\` of a webhook against its exact body.
${options.include_examples ? '- `examples/` contains an example program.\n' : ''}${options.include_tests ? `- \`${language.tests}\` runs the tests.\n` : ''}
Modules: ${shapes.modules.map(({ name }) => `\`${name}\``).join(', ')}.
`

export const writePage = ({ brand, shapes }: Source, language: Language): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${toXml(brand.title)}: ${toXml(language.title)}</title>
<style>
:root { --brand: ${brand.color} }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 0 1rem 4rem; color: #1a202c }
header { border-top: .5rem solid var(--brand); padding: 1rem 0 }
h1, h2 { color: var(--brand); line-height: 1.2 }
table { border-collapse: collapse; width: 100% }
td { border-top: 1px solid #e2e8f0; padding: .4rem .6rem .4rem 0; vertical-align: top }
code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere }
</style>
<header>
<h1>${toXml(brand.title)}</h1>
<p>The methods of the ${toXml(language.title)} SDK, version ${toXml(shapes.version)}.</p>
</header>
${shapes.modules
  .map(
    (module) => `<h2>${toXml(module.name)}</h2>
<p>${toXml(module.summary)}</p>
<table>
${module.calls
  .map(
    (call) =>
      `<tr><td><code>${toXml(language.callName(module, call))}</code><td><code>${call.method} ${toXml(call.path)}</code><td>${toXml(toLine(call.summary))}\n`,
  )
  .join('')}</table>
`,
  )
  .join('')}</html>
`
