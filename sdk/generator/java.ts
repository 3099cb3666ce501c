// Writes the SDK for Java 17: records for requests and answers, builders for what callers make, one class for each
// module.
import { type Files, hasTransfers, readTemplate, type Source } from './files.ts'
import type { Call, ChoiceShape, Field, Module, RecordShape, Shape } from './shapes.ts'
import { quote, toBlockComment, toCamel, toPascal, toWords, toXml, withLetter } from './words.ts'

const RESERVED = new Set(
  'abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw throws transient try void volatile while true false null var record yield sealed permits'.split(
    ' ',
  ),
)

/** Methods that every record has, or its builder. */
const TAKEN = new Set(
  'clone finalize getClass hashCode notify notifyAll toString wait equals builder build'.split(' '),
)

/** Classes of java.lang, which would be meant instead of the model. */
const CLASSES = new Set(
  'Boolean Builder Class Enum Error Exception Iterable JsonName List Long Map Module Number Object Override Package Process Record Runtime String System Thread Void'.split(
    ' ',
  ),
)

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
    files.set(`${root}/${className(module)}.java`, writeModule(module, source))
  if (options.include_types) {
    for (const record of shapes.records.values())
      files.set(`${root}/model/${modelName(record.name)}.java`, writeRecord(record, source))
    for (const choice of shapes.choices.values())
      files.set(`${root}/model/${modelName(choice.name)}.java`, writeChoice(choice, source))
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

const className = ({ name }: Module): string => `${toPascal(toWords(name))}Api`
const modelName = (name: string): string => (CLASSES.has(name) ? `${name}Model` : name)
const accessorName = ({ name }: Module): string => safeName(toCamel(toWords(name)))

function safeName(name: string): string {
  const own = withLetter(name, 'n')
  return RESERVED.has(own) || TAKEN.has(own) ? `${own}_` : own
}

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
${shapes.modules.map((module) => `    private final ${className(module)} ${accessorName(module)};\n`).join('')}
    private Client(Http http) {
        this.http = http;
${shapes.modules.map((module) => `        this.${accessorName(module)} = new ${className(module)}(http);\n`).join('')}    }

    /** The address of the bank, such as https://bank.example. */
    public static Builder builder(String baseUrl) {
        return new Builder(baseUrl);
    }

${shapes.modules.map((module) => `${comment(module.summary, '    ')}    public ${className(module)} ${accessorName(module)}() {\n        return ${accessorName(module)};\n    }\n\n`).join('')}    /** The answer of any path, as it is. */
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
    ...(isTyped ? [`import com.${brand.flat}.model.*;`] : []),
    'import java.util.Map;',
    ...(/\bStream</.test(body) ? ['import java.util.stream.Stream;'] : []),
  ]
  return `package com.${brand.flat};

${imports.join('\n')}

${comment(module.summary, '')}public final class ${className(module)} {
    private final Http http;

    ${className(module)}(Http http) {
        this.http = http;
    }

${body}}
`
}

const toArgument = (name: string): string => {
  const own = safeName(toCamel(toWords(name)))
  return ['request', 'params', 'options'].includes(own) ? `${own}_` : own
}

interface Argument {
  readonly type: string
  readonly name: string
  readonly description: string | undefined
}

const MAP = 'Map<String, Object>'

function argumentsOf({ pathFields, query, body }: Call, isTyped: boolean): Argument[] {
  return [
    ...pathFields.map(({ name, shape, description }) => ({
      type: toType(shape, isTyped),
      name: toArgument(name),
      description,
    })),
    ...(body ? [{ type: toType(body, isTyped), name: 'request', description: 'the body' }] : []),
    ...(query
      ? [
          {
            type: isTyped ? modelName(query.name) : MAP,
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
  return writeTwice(safeName(toCamel(call.words)), call, returned, code, isTyped)
}

function writePages(call: Call, item: Shape, isTyped: boolean): string {
  const type = toType(item, isTyped)
  const parts = [quote(call.path), pathValues(call), 'params', 'options', toClass(type)]
  const name = `${toCamel(call.words)}All`
  return writeTwice(name, call, `Iterable<${type}>`, `http.pages(${parts.join(', ')})`, isTyped)
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

const pathValues = ({ pathFields }: Call): string =>
  `Map.of(${pathFields.map(({ name }) => `${quote(name)}, ${toArgument(name)}`).join(', ')})`

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
      return isTyped ? modelName(shape.name) : MAP
  }
}

interface Component extends Field {
  readonly own: string
  readonly type: string
}

function writeRecord(record: RecordShape, { brand, shapes }: Source): string {
  const used = new Set<string>()
  const components = record.fields.map((field): Component => {
    let own = safeName(toCamel(toWords(field.name)))
    while (used.has(own)) own += '_'
    used.add(own)
    return { ...field, own, type: toType(field.shape, true) }
  })
  const name = modelName(record.name)
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

function writeChoice({ name, description, values }: ChoiceShape, { brand }: Source): string {
  const constants = toConstants(values).map(
    ([own, value]) => `    public static final String ${own} = ${quote(value)};\n`,
  )
  return `package com.${brand.flat}.model;

${comment(description ?? `The words of ${name}; the bank may add others.`, '')}public final class ${modelName(name)} {
${constants.join('')}
    private ${modelName(name)}() {}
}
`
}

/** The values with the names of their constants, each once. */
export function toConstants(values: readonly string[]): (readonly [string, string])[] {
  const used = new Set<string>()
  return values.map((value) => {
    let own = withLetter(toWords(value).join('_').toUpperCase(), 'VALUE_')
    while (used.has(own)) own += '_'
    used.add(own)
    return [own, value] as const
  })
}
