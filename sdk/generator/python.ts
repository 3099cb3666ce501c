// Writes the SDK for Python: keyword arguments for requests, and typed dictionaries for answers, which are the JSON
// itself, so that nothing has to be converted.
import { type Files, hasTransfers, readTemplate, type Source } from './files.ts'
import { pythonNames as names } from './names/python.ts'
import type { Call, ChoiceShape, Field, Module, RecordShape, Shape } from './shapes.ts'
import { quote, toDocstring } from './words.ts'

/** What the annotations of a record refer to; a field of that name would hide it from checkers of types. */
const ANNOTATIONS = new Set(['Any', 'NotRequired', 'bool', 'dict', 'float', 'int', 'list', 'str'])

export function writePython(source: Source): Files {
  const { brand, options, shapes } = source
  const root = `src/${brand.snake}`
  const template = (name: string) => readTemplate(`python/${name}`, source)
  const files = new Map([
    ['pyproject.toml', writeManifest(source)],
    [`${root}/__init__.py`, writeInit(source)],
    [`${root}/client.py`, writeClient(source)],
    [`${root}/http.py`, template('http.py')],
    [`${root}/errors.py`, template('errors.py')],
    [`${root}/webhooks.py`, template('webhooks.py')],
    [`${root}/api/__init__.py`, '"""One class for each module of the bank."""\n'],
  ])
  for (const module of shapes.modules)
    files.set(`${root}/api/${names.module(module)}.py`, writeModule(module, source))
  if (options.include_types) {
    files.set(`${root}/models.py`, writeModels(source))
    files.set(`${root}/py.typed`, '')
  }
  if (options.include_examples)
    files.set(
      'examples/quickstart.py',
      template(hasTransfers(source) ? 'quickstart-transfers.py' : 'quickstart.py'),
    )
  if (options.include_tests) files.set('tests/test_client.py', template('test_client.py'))
  return files
}

const writeManifest = ({ brand, shapes }: Source): string => `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "${brand.slug}"
version = "${shapes.version}"
description = "A typed client for the API of ${brand.title}."
readme = "README.md"
requires-python = ">=3.11"
dependencies = []

[tool.setuptools.packages.find]
where = ["src"]

[tool.setuptools.package-data]
${brand.snake} = ["py.typed"]
`

const ERRORS = [
  'ApiError',
  'AuthenticationError',
  'BadRequestError',
  'BankError',
  'ConflictError',
  'NotFoundError',
  'PaymentRequiredError',
  'PermissionDeniedError',
  'RateLimitError',
  'ServerError',
  'TransportError',
  'ValidationError',
]

const writeInit = ({ brand }: Source): string => `"""A client for the API of ${brand.title}."""

from .client import Client
from .errors import (
${ERRORS.map((name) => `    ${name},\n`).join('')})
from .http import OMIT
from .webhooks import is_from_bank

__all__ = [
    "Client",
    "OMIT",
${ERRORS.map((name) => `    "${name}",\n`).join('')}    "is_from_bank",
]
`

const writeClient = ({
  brand,
  shapes,
}: Source): string => `"""The client: one attribute for each module."""

from __future__ import annotations

import time
from typing import Callable, Mapping

${shapes.modules.map((module) => `from .api.${names.module(module)} import ${names.service(module)}`).join('\n')}
from .http import Http, Token


class Client:
    """A client for the API of ${toDocstring(brand.title)}.

    \`\`token\`\` is an access token or API key, or a function that returns the current one. \`\`retries\`\` is how often a
    call is repeated when the bank cannot be reached or is busy.
    """

    def __init__(
        self,
        base_url: str,
        token: Token = None,
        *,
        headers: Mapping[str, str] | None = None,
        retries: int = 2,
        timeout: float = 30.0,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.http = Http(base_url, token, headers or {}, retries, timeout, wait)
${shapes.modules.map((module) => `        self.${names.module(module)} = ${names.service(module)}(self.http)`).join('\n')}
`

function writeModule(module: Module, { options }: Source): string {
  const isTyped = options.include_types
  const body = module.calls
    .flatMap((call) => [
      writeMethod(call, isTyped),
      ...(call.item ? [writePages(call, call.item, isTyped)] : []),
    ])
    .join('\n')
  const typing = ['Any', 'Dict', 'Iterator', 'List', 'Mapping', 'Sequence'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body),
  )
  const imports = [
    ...(body.includes('models.') ? ['from .. import models'] : []),
    `from ..http import ${body.includes('OMIT') ? 'OMIT, ' : ''}Http`,
  ]
  return `"""${toDocstring(module.summary)}"""

from __future__ import annotations

from typing import ${typing.join(', ')}

${imports.join('\n')}


class ${names.service(module)}:
    """${toDocstring(module.summary)}"""

    def __init__(self, http: Http) -> None:
        self._http = http

${body}`
}

function writeMethod(call: Call, isTyped: boolean): string {
  const answer = call.answer === undefined ? 'None' : answerType(call.answer, isTyped)
  const isWrite = call.method !== 'GET'
  const sent = [
    ...pathAndQuery(call),
    ...(call.body ? [`body=${writeBody(call)}`] : []),
    ...(isWrite ? ['idempotency_key=idempotency_key'] : []),
    'headers=headers',
  ]
  const code = call.isStream
    ? `self._http.stream(${lines([quote(call.path), ...sent])})`
    : `self._http.call(${lines([quote(call.method), quote(call.path), ...sent])})`
  const returned = call.isStream ? `Iterator[${answer}]` : answer
  return method(names.method(call), call, argumentsOf(call), isWrite, returned, isTyped, code)
}

function writePages(call: Call, item: Shape, isTyped: boolean): string {
  const sent = [quote(call.path), ...pathAndQuery(call), 'headers=headers']
  const answer = `Iterator[${answerType(item, isTyped)}]`
  const code = `self._http.pages(${lines(sent)})`
  return method(names.pages(call)!, call, argumentsOf(call), false, answer, isTyped, code)
}

function method(
  name: string,
  call: Call,
  own: readonly Argument[],
  isWrite: boolean,
  answer: string,
  isTyped: boolean,
  code: string,
): string {
  const path = own.slice(0, call.pathFields.length)
  const named = own.slice(call.pathFields.length)
  const rest = [
    ...named.filter(({ isRequired }) => isRequired),
    ...named.filter(({ isRequired }) => !isRequired),
  ]
  const lines = [
    'self',
    ...path.map((one) => `${one.own}: ${argumentType(one.shape, isTyped)}`),
    '*',
    ...rest.map(
      (one) => `${one.own}: ${argumentType(one.shape, isTyped)}${one.isRequired ? '' : ' = OMIT'}`,
    ),
    ...(isWrite ? ['idempotency_key: str | None = None'] : []),
    'headers: Mapping[str, str] | None = None',
  ]
  const described = own.filter(({ description }) => description !== undefined)
  const doc =
    described.length === 0
      ? [`        """${toDocstring(call.summary)}"""`]
      : [
          `        """${toDocstring(call.summary)}`,
          '',
          ...described.map((one) => `        :param ${one.own}: ${toDocstring(one.description!)}`),
          '        """',
        ]
  return [
    `    def ${name}(`,
    ...lines.map((line) => `        ${line},`),
    `    ) -> ${answer}:`,
    ...doc,
    `        return ${code}`,
    '',
  ].join('\n')
}

interface Argument extends Field {
  /** As in the code. */
  readonly own: string
}

function argumentsOf(call: Call): Argument[] {
  const { pathFields, query, body, bodyFields, isBodyRequired } = call
  const whole: Field[] =
    body && bodyFields.length === 0
      ? [{ name: 'body', shape: body, isRequired: isBodyRequired, description: undefined }]
      : []
  const fields = [...pathFields, ...(query?.fields ?? []), ...bodyFields, ...whole]
  return names.arguments(call).map((own, index) => ({ ...fields[index]!, own }))
}

function pathAndQuery(call: Call): string[] {
  const own = argumentsOf(call)
  const pathCount = call.pathFields.length
  const queryCount = call.query?.fields.length ?? 0
  return [
    ...(pathCount > 0 ? [`path_values=${dictionary(own.slice(0, pathCount))}`] : []),
    ...(queryCount > 0
      ? [`query=${dictionary(own.slice(pathCount, pathCount + queryCount))}`]
      : []),
  ]
}

function writeBody(call: Call): string {
  const sent = argumentsOf(call).slice(call.pathFields.length + (call.query?.fields.length ?? 0))
  return call.bodyFields.length === 0 ? sent[0]!.own : dictionary(sent)
}

const lines = (parts: readonly string[]): string =>
  `\n${parts.map((part) => `            ${part},\n`).join('')}        `

const dictionary = (own: readonly Argument[]): string =>
  `{\n${own.map((one) => `                ${quote(one.name)}: ${one.own},\n`).join('')}            }`

/** A method called `list` would hide the type from the methods after it. */
const answerType = (shape: Shape, isTyped: boolean): string =>
  isTyped ? toType(shape, 'models.', 'List', 'Dict') : 'Any'

const argumentType = (shape: Shape, isTyped: boolean): string =>
  isTyped ? toType(shape, 'models.', 'Sequence', 'Mapping') : 'Any'

function toType(shape: Shape, prefix: string, list: string, map: string): string {
  const own = toPlainType(shape, prefix, list, map)
  return shape.isNullable === true && own !== 'Any' ? `${own} | None` : own
}

function toPlainType(shape: Shape, prefix: string, list: string, map: string): string {
  switch (shape.kind) {
    case 'text':
      return 'str'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'any':
      return 'Any'
    case 'list':
      return `${list}[${toType(shape.of, prefix, list, map)}]`
    case 'map':
      return `${map}[str, ${toType(shape.of, prefix, list, map)}]`
    case 'record':
    case 'choice':
      return `${prefix}${names.type(shape.name)}`
  }
}

const writeModels = ({ shapes }: Source): string => `"""The types of requests and answers."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

${[...shapes.choices.values()].map(writeChoice).join('\n')}

${[...shapes.records.values()].map(writeRecord).join('\n\n')}`

const writeChoice = ({ name, description, values }: ChoiceShape): string =>
  [
    ...(description === undefined ? [] : [`#: ${toDocstring(description)}`]),
    // Any other text is allowed too: the bank may add words.
    `${names.type(name)} = Union[Literal[${values.map(quote).join(', ')}], str]`,
  ].join('\n')

function writeRecord({ name: wanted, description, fields }: RecordShape): string {
  const name = names.type(wanted)
  const type = ({ shape, isRequired }: Field): string => {
    const own = toType(shape, '', 'list', 'dict')
    return isRequired ? own : `NotRequired[${own}]`
  }
  // A field whose name is no identifier of its own can only be written as a key.
  const isPlain = fields.every(
    (one) =>
      /^(?!__)[A-Za-z_]\w*$/.test(one.name) &&
      !names.taken.words.has(one.name) &&
      !ANNOTATIONS.has(one.name),
  )
  if (!isPlain)
    return [
      `${name} = TypedDict(`,
      `    "${name}",`,
      '    {',
      ...fields.map((one) => `        ${quote(one.name)}: ${quote(type(one))},`),
      '    },',
      ')',
      '',
    ].join('\n')
  return [
    `class ${name}(TypedDict):`,
    ...(description === undefined ? [] : [`    """${toDocstring(description)}"""`, '']),
    ...fields.flatMap((one) => [
      ...(one.description === undefined ? [] : [`    #: ${toDocstring(one.description)}`]),
      `    ${one.name}: ${type(one)}`,
    ]),
    '',
  ].join('\n')
}
