// Writes the SDK for Java 17: records for requests and answers, builders for what callers make, one class for each
// module.
import { type Files, hasTransfers, readTemplate, type Source } from './files.ts'
import { javaNames as names } from './names/java.ts'
import type { Call, ChoiceShape, Field, Module, RecordShape, Shape } from './shapes.ts'
import { quote, toBlockComment, toXml } from './words.ts'

const TEMPLATES = [
  'ApiException',
  'CallOptions',
  'Http',
  'Json',
  'JsonName',
  'TransportException',
  'Webhooks',
]

export function writeJava(source: Source): Files {
  const { brand, options, shapes } = source
  const root = `src/main/java/com/${brand.flat}`
  const template = (name: string) => readTemplate(`java/${name}.java`, source)
  const files = new Map([
    ['pom.xml', writeManifest(source)],
    [`${root}/Client.java`, writeClient(source)],
    ...TEMPLATES.map((name) => [`${root}/${name}.java`, template(name)] as const),
  ])
  for (const module of shapes.modules)
    files.set(`${root}/${names.service(module)}.java`, writeModule(module, source))
  if (options.include_types) {
    for (const record of shapes.records.values())
      files.set(`${root}/model/${names.type(record.name)}.java`, writeRecord(record, source))
    for (const choice of shapes.choices.values())
      files.set(`${root}/model/${names.type(choice.name)}.java`, writeChoice(choice, source))
  }
  if (options.include_examples)
    files.set(
      'examples/Quickstart.java',
      template(
        options.include_types && hasTransfers(source) ? 'QuickstartTransfers' : 'Quickstart',
      ),
    )
  if (options.include_tests)
    files.set(`src/test/java/com/${brand.flat}/ClientTest.java`, template('ClientTest'))
  return files
}

const writeManifest = ({ brand, shapes }: Source): string => `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.${brand.flat}</groupId>
  <artifactId>${brand.slug}</artifactId>
  <version>${shapes.version}</version>
  <name>${toXml(brand.title)}</name>
  <description>A typed client for the API of ${toXml(brand.title)}.</description>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
</project>
`

function comment(text: string | undefined, indent: string, tags: readonly string[] = []): string {
  if (text === undefined && tags.length === 0) return ''
  const head = text === undefined ? [] : [html(text)]
  if (tags.length === 0) return `${indent}/** ${head[0]} */\n`
  const lines = [...head, ...(head.length > 0 ? [''] : []), ...tags]
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`
}

/** Javadoc is HTML, in which @ and braces start tags. */
const html = (text: string): string =>
  toBlockComment(toXml(text).replaceAll('&quot;', '"').replaceAll('&#39;', "'"))
    .replaceAll('@', '&#64;')
    .replaceAll('{', '&#123;')

const writeClient = ({ brand, shapes }: Source): string => `package com.${brand.flat};

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** A client for the API of ${html(brand.title)}: one method for each module. It may be used by several threads. */
public final class Client {
    private final Http http;
${shapes.modules.map((module) => `    private final ${names.service(module)} ${names.module(module)};\n`).join('')}
    private Client(Http http) {
        this.http = http;
${shapes.modules.map((module) => `        this.${names.module(module)} = new ${names.service(module)}(http);\n`).join('')}    }

    /** The address of the bank, such as https://bank.example. */
    public static Builder builder(String baseUrl) {
        return new Builder(baseUrl);
    }

${shapes.modules.map((module) => `${comment(module.summary, '    ')}    public ${names.service(module)} ${names.module(module)}() {\n        return ${names.module(module)};\n    }\n\n`).join('')}    /** The answer of any path, as it is. */
    public Object get(String path) {
        return http.call("GET", path, Map.of(), null, null, CallOptions.NONE, Object.class);
    }

    Http http() {
        return http;
    }

    /** The options of a client. */
    public static final class Builder {
        private final String baseUrl;
        private final Map<String, String> headers = new HashMap<>();
        private Supplier<String> token = () -> null;
        private int retries = 2;
        private Duration timeout = Duration.ofSeconds(30);
        private LongConsumer pause = Builder::sleep;

        private Builder(String baseUrl) {
            this.baseUrl = baseUrl;
        }

        /** An access token or API key. */
        public Builder token(String token) {
            this.token = () -> token;
            return this;
        }

        /** Returns the current token for each call. */
        public Builder token(Supplier<String> token) {
            this.token = token;
            return this;
        }

        /** A header of every call, such as X-Partner-Key. */
        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /** How often a call is repeated when the bank cannot be reached or is busy. */
        public Builder retries(int retries) {
            this.retries = retries;
            return this;
        }

        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /** Waits this many milliseconds between two attempts. */
        Builder pause(LongConsumer pause) {
            this.pause = pause;
            return this;
        }

        public Client build() {
            return new Client(new Http(baseUrl, token, headers, retries, timeout, pause));
        }

        private static void sleep(long milliseconds) {
            try {
                Thread.sleep(milliseconds);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new TransportException("The call was interrupted.", stopped);
            }
        }
    }
}
`

function writeModule(module: Module, { brand, options }: Source): string {
  const isTyped = options.include_types
  const body = module.calls
    .flatMap((call) => [
      writeMethod(call, isTyped),
      ...(call.item ? [writePages(call, call.item, isTyped)] : []),
    ])
    .join('\n')
  const imports = [
    ...(isTyped ? modelsOf(module).map((name) => `import com.${brand.flat}.model.${name};`) : []),
    'import java.util.Map;',
    ...(/\bStream</.test(body) ? ['import java.util.stream.Stream;'] : []),
  ]
  return `package com.${brand.flat};

${imports.join('\n')}

${comment(module.summary, '')}public final class ${names.service(module)} {
    private final Http http;

    ${names.service(module)}(Http http) {
        this.http = http;
    }

${body}}
`
}

interface Argument {
  readonly type: string
  readonly name: string
  readonly description: string | undefined
}

const MAP = 'Map<String, Object>'

/** The models of a module by name: an import of one class wins over those of java.lang, one of all does not. */
function modelsOf({ calls }: Module): readonly string[] {
  const used = new Set<string>()
  const visit = (shape: Shape | undefined): void => {
    if (shape?.kind === 'list' || shape?.kind === 'map') visit(shape.of)
    if (shape?.kind === 'record') used.add(names.type(shape.name))
  }
  for (const { pathFields, query, body, answer, item } of calls) {
    for (const shape of [body, answer, item, ...pathFields.map((one) => one.shape)]) visit(shape)
    if (query) used.add(names.type(query.name))
  }
  return [...used].toSorted()
}

function argumentsOf(call: Call, isTyped: boolean): Argument[] {
  const { pathFields, query, body } = call
  return [
    ...names.arguments(call).map((name, index) => {
      const { shape, description } = pathFields[index]!
      return { type: toType(shape, isTyped), name, description }
    }),
    ...(body ? [{ type: toType(body, isTyped), name: 'request', description: 'the body' }] : []),
    ...(query
      ? [
          {
            type: isTyped ? names.type(query.name) : MAP,
            name: 'params',
            description: 'the filters',
          },
        ]
      : []),
  ]
}

function writeMethod(call: Call, isTyped: boolean): string {
  const answer = call.answer === undefined ? 'void' : toType(call.answer, isTyped)
  const type = call.answer === undefined ? 'Void' : answer
  const common = [quote(call.path), pathValues(call), call.query ? 'params' : 'null']
  const code = call.isStream
    ? `http.stream(${[...common, 'options', toClass(type)].join(', ')})`
    : `http.call(${[quote(call.method), ...common, call.body ? 'request' : 'null', 'options', toClass(type)].join(', ')})`
  const returned = call.isStream ? `Stream<${answer}>` : answer
  return writeTwice(names.method(call), call, returned, code, isTyped)
}

function writePages(call: Call, item: Shape, isTyped: boolean): string {
  const type = toType(item, isTyped)
  const parts = [quote(call.path), pathValues(call), 'params', 'options', toClass(type)]
  const code = `http.pages(${parts.join(', ')})`
  return writeTwice(names.pages(call)!, call, `Iterable<${type}>`, code, isTyped)
}

/** With options and without. */
function writeTwice(name: string, call: Call, answer: string, code: string, isTyped: boolean) {
  const own = argumentsOf(call, isTyped)
  const tags = own.map((one) => `@param ${one.name} ${html(one.description ?? 'see the type')}`)
  const list = own.map((one) => `${one.type} ${one.name}`)
  const given = [...own.map((one) => one.name), 'CallOptions.NONE'].join(', ')
  const back = answer === 'void' ? '' : 'return '
  const isMap = code.includes('(Class<')
  const warning = isMap ? '    @SuppressWarnings("unchecked")\n' : ''
  return `${comment(call.summary, '    ', tags)}    public ${answer} ${name}(${list.join(', ')}) {
        ${back}${name}(${given});
    }

${comment(call.summary, '    ', [...tags, '@param options the idempotency key and headers of this call'])}${warning}    public ${answer} ${name}(${[...list, 'CallOptions options'].join(', ')}) {
        ${back}${code};
    }
`
}

const toClass = (type: string): string =>
  type.includes('<')
    ? `(Class<${type}>) (Class<?>) ${type.replace(/<.*/, '')}.class`
    : `${type}.class`

const pathValues = (call: Call): string =>
  `Map.of(${names
    .arguments(call)
    .map((own, index) => `${quote(call.pathFields[index]!.name)}, ${own}`)
    .join(', ')})`

/** Always a class, because a value may be absent. */
function toType(shape: Shape, isTyped: boolean): string {
  switch (shape.kind) {
    case 'text':
    case 'choice':
      return 'String'
    case 'integer':
      return 'Long'
    case 'number':
      return 'java.math.BigDecimal'
    case 'boolean':
      return 'Boolean'
    case 'any':
      return 'Object'
    case 'list':
      return `java.util.List<${toType(shape.of, isTyped)}>`
    case 'map':
      return `Map<String, ${toType(shape.of, isTyped)}>`
    case 'record':
      return isTyped ? names.type(shape.name) : MAP
  }
}

interface Component extends Field {
  readonly own: string
  readonly type: string
}

function writeRecord(record: RecordShape, { brand, shapes }: Source): string {
  const components = names.fields(record).map((own, index): Component => {
    const field = record.fields[index]!
    return { ...field, own, type: toType(field.shape, true) }
  })
  const name = names.type(record.name)
  const tags = components.map((one) => `@param ${one.own} ${html(describe(one))}`)
  const text = components
    .map((one) => `        @JsonName(${quote(one.name)}) ${one.type} ${one.own}`)
    .join(',\n')
  const isSent = shapes.sent.has(record.name)
  const usesMap = components.some(({ type }) => /\bMap</.test(type))
  return `package com.${brand.flat}.model;

import com.${brand.flat}.JsonName;
${usesMap ? 'import java.util.Map;\n' : ''}
${comment(record.description, '', tags)}public record ${name}(
${text}) {
${isSent ? writeBuilder(name, components) : ''}}
`
}

const describe = ({ description, isRequired, shape }: Component): string => {
  const absent = isRequired && shape.isNullable !== true ? '' : ' May be null.'
  return `${description ?? (absent === '' ? 'always there.' : '')}${absent}`.trim()
}

const writeBuilder = (
  name: string,
  components: readonly Component[],
): string => `    public static Builder builder() {
        return new Builder();
    }

    /** Sets the fields by their names; those that are not set are not sent. */
    public static final class Builder {
${components.map((one) => `        private ${one.type} ${one.own};\n`).join('')}
        private Builder() {}

${components.map((one) => `${comment(one.description, '        ')}        public Builder ${one.own}(${one.type} ${one.own}) {\n            this.${one.own} = ${one.own};\n            return this;\n        }\n\n`).join('')}        public ${name} build() {
            return new ${name}(${components.map((one) => one.own).join(', ')});
        }
    }
`

function writeChoice(choice: ChoiceShape, { brand }: Source): string {
  const { name, description, values } = choice
  const constants = names
    .constants(choice)
    .map((own, index) => `    public static final String ${own} = ${quote(values[index]!)};\n`)
  return `package com.${brand.flat}.model;

${comment(description ?? `The words of ${name}; the bank may add others.`, '')}public final class ${names.type(name)} {
${constants.join('')}
    private ${names.type(name)}() {}
}
`
}
