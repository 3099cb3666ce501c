// The languages in which SDKs are written: the names of their packages, and how their developers say things.
import type { Brand } from './brand.ts'
import { writeCsharp } from './csharp.ts'
import type { Files, Source } from './files.ts'
import { writeGo } from './go.ts'
import { writeJava } from './java.ts'
import { writePhp } from './php.ts'
import { writePython } from './python.ts'
import { type Scope, scopesOf } from './names/check.ts'
import { csharpNames } from './names/csharp.ts'
import { goNames } from './names/go.ts'
import { javaNames } from './names/java.ts'
import { phpNames } from './names/php.ts'
import { pythonNames } from './names/python.ts'
import { scopesOfTypescript, toFunctionName } from './names/typescript.ts'
import type { Call, Module } from './shapes.ts'
import { writeTypescript } from './typescript-package.ts'

export const LANGUAGES = ['typescript', 'python', 'java', 'go', 'csharp', 'php'] as const
export type LanguageName = (typeof LANGUAGES)[number]

export interface Language {
  readonly title: string
  /** Where its packages are published. */
  readonly packageManager: string
  /** The language of a block of Markdown. */
  readonly fence: string
  write(source: Source): Files
  /** Every name of the package, by where it must be the only one. */
  scopes(source: Source): readonly Scope[]
  packageName(brand: Brand): string
  install(brand: Brand): string
  sample(brand: Brand): string
  callName(module: Module, call: Call): string
  readonly errors: string
  readonly pages: string
  readonly webhooks: string
  readonly tests: string
}

export const languages: Readonly<Record<LanguageName, Language>> = {
  typescript: {
    title: 'TypeScript',
    packageManager: 'npm',
    fence: 'ts',
    write: writeTypescript,
    scopes: ({ model }) => scopesOfTypescript(model),
    packageName: ({ slug }) => slug,
    install: ({ slug }) => `npm install && npm pack   # makes the package ${slug}`,
    sample: ({ slug }) => `import { createClient } from '${slug}'

const client = createClient({ baseUrl: 'https://bank.example', token: 'an access token' })`,
    callName: (_module, { id }) => `${toFunctionName({ words: id.split(/[._]/) })}(client, …)`,
    errors: 'an `ApiError`, with a class for each kind (`NotFoundError`, `ValidationError`, …)',
    pages: '`each(list, client, {})` reads a list of any length, page by page.',
    webhooks: '`isFromBank(body, signature, secret)`',
    tests: 'npm test',
  },
  python: {
    title: 'Python',
    packageManager: 'pip',
    fence: 'python',
    write: writePython,
    scopes: ({ shapes }) => scopesOf(pythonNames, shapes),
    packageName: ({ slug }) => slug,
    install: () => 'pip install .',
    sample: ({ snake }) => `from ${snake} import Client

client = Client("https://bank.example", token)`,
    callName: (module, call) =>
      `client.${pythonNames.module(module)}.${pythonNames.method(call)}(…)`,
    errors: 'an `ApiError`, with a class for each kind (`NotFoundError`, `ValidationError`, …)',
    pages: 'A list has a second method, such as `list_all`, an iterator over all pages.',
    webhooks: '`is_from_bank(body, signature, secret)`',
    tests: 'python3 -m unittest discover tests',
  },
  java: {
    title: 'Java',
    packageManager: 'maven',
    fence: 'java',
    write: writeJava,
    scopes: ({ shapes }) => scopesOf(javaNames, shapes),
    packageName: ({ flat, slug }) => `com.${flat}:${slug}`,
    install: () => 'mvn install',
    sample: ({ flat }) => `import com.${flat}.Client;

Client client = Client.builder("https://bank.example").token(token).build();`,
    callName: (module, call) => `client.${javaNames.module(module)}().${javaNames.method(call)}(…)`,
    errors: 'an `ApiException`, with a class for each kind (`ApiException.NotFound`, …)',
    pages: 'A list has a second method, such as `listAll`, an `Iterable` over all pages.',
    webhooks: '`Webhooks.isFromBank(body, signature, secret)`',
    tests: 'mvn test-compile && java -cp target/classes:target/test-classes …ClientTest',
  },
  go: {
    title: 'Go',
    packageManager: 'go mod',
    fence: 'go',
    write: writeGo,
    scopes: ({ shapes }) => scopesOf(goNames, shapes),
    packageName: ({ slug }) => slug,
    install: ({ slug }) => `go mod edit -replace ${slug}=./${slug} && go get ${slug}`,
    sample: ({ flat }) =>
      `client := ${flat}.New(${flat}.Options{BaseURL: "https://bank.example", Token: token})`,
    callName: (module, call) => `client.${goNames.module(module)}.${goNames.method(call)}(ctx, …)`,
    errors: 'an `*APIError`, which `errors.Is` compares with `ErrNotFound`, `ErrInvalid`, …',
    pages:
      'A list has a second method, such as `ListAll`, over the items of all pages: Go 1.23 ranges over it, and its method `Each` calls a function with every item in any version.',
    webhooks: '`IsFromBank(body, signature, secret)`',
    tests: 'go test ./...',
  },
  csharp: {
    title: 'C#',
    packageManager: 'nuget',
    fence: 'csharp',
    write: writeCsharp,
    scopes: ({ shapes }) => scopesOf(csharpNames, shapes),
    packageName: ({ pascal: name }) => name,
    install: ({ pascal: name }) => `dotnet pack src/${name}`,
    sample: ({ pascal: name }) => `using ${name};

var client = new Client(new ClientOptions { BaseUrl = "https://bank.example", Token = token });`,
    callName: (module, call) =>
      `client.${csharpNames.module(module)}.${csharpNames.method(call)}(…)`,
    errors: 'an `ApiException`, with a class for each kind (`NotFoundException`, …)',
    pages:
      'A list has a second method, such as `ListAllAsync`, for `await foreach` over all pages.',
    webhooks: '`Webhooks.IsFromBank(body, signature, secret)`',
    tests: 'dotnet run --project tests/*',
  },
  php: {
    title: 'PHP',
    packageManager: 'composer',
    fence: 'php',
    write: writePhp,
    scopes: ({ shapes }) => scopesOf(phpNames, shapes),
    packageName: ({ slug }) => `${slug}/${slug}`,
    install: ({ slug }) =>
      `composer config repositories.sdk path ./${slug} && composer require ${slug}/${slug}`,
    sample: ({ pascal: name }) => `use ${name}\\Client;

$client = new Client('https://bank.example', $token);`,
    callName: (module, call) => `$client->${phpNames.module(module)}->${phpNames.method(call)}(…)`,
    errors: 'an `ApiException`, with a class for each kind (`NotFoundException`, …)',
    pages: 'A list has a second method, such as `listAll`, a generator over all pages.',
    webhooks: '`Webhooks::isFromBank($body, $signature, $secret)`',
    tests: 'php tests/ClientTest.php',
  },
}
