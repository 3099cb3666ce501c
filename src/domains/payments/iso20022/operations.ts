// Operations on ISO 20022 messages: read, write, check. Read this file first. Nothing is stored and no money moves.
import { Type } from 'typebox'
import { reader } from '../../../operation/auth.ts'
import { Invalid } from '../../../operation/error.ts'
import type { LongWork } from '../../../operation/long-work.ts'
import { type Context, defineOperation } from '../../../operation/operation.ts'
import type { TemporaryFiles } from '../../../platform/temporary-files.ts'
import { tasksOf } from '../../../platform/workers.ts'
import { InvalidMessage } from './errors.ts'
import type * as fileTasks from './file-tasks.ts'
import { generate } from './generation.ts'
import { checkMessage, readMessage } from './message.ts'
import { layouts } from './messages/index.ts'
import * as schema from './schema.ts'

const task = tasksOf<typeof fileTasks>(new URL('./file-tasks.ts', import.meta.url))

/** A longer text is read or written in a worker thread, because it would block the serving thread for too long. */
const INLINE_LENGTH_MAX = 32_768

interface Options {
  readonly longWork: LongWork
  readonly scratch: TemporaryFiles
}

interface XmlInput {
  readonly xml?: string
}

export function makeOperations({ longWork, scratch }: Options) {
  /** A large document is read in a worker thread, and answered from a file. */
  async function renderParsed(input: XmlInput, { attachment, caller }: Context) {
    const from = attachment ? { path: attachment.path } : { xml: requireXml(input) }
    const to = await scratch.newPath()
    const beside = await scratch.newPath()
    try {
      const { problem } = await longWork(task('readToFile'), { from, to, beside }, caller)
      if (problem) throw InvalidMessage(problem)
    } catch (error) {
      await scratch.discard(to)
      throw error
    } finally {
      await scratch.discard(beside)
    }
    return { body: scratch.readOnce(to) }
  }

  const checkText = (xml: string, { caller }: Context) =>
    xml.length <= INLINE_LENGTH_MAX
      ? checkMessage(xml)
      : longWork(task('checkText'), { xml }, caller)

  return [
    defineOperation({
      name: 'iso20022.parse',
      kind: 'query',
      summary: 'Read an ISO 20022 message of any supported type and version into fields.',
      auth: reader,
      input: Type.Object(schema.xmlInput),
      output: schema.ParsedMessage,
      errors: [Invalid, InvalidMessage],
      rest: [
        {
          route: 'POST /api/v1/iso20022/parse',
          envelope: 'success',
          files: {
            json: {
              content_type: 'application/json; charset=utf-8',
              render: renderParsed,
            },
          },
          chooseFile: ({ xml }, { attached }) =>
            attached || (typeof xml === 'string' && xml.length > INLINE_LENGTH_MAX) ? 'json' : '',
        },
      ],
      graphql: { root: 'mutation' },
      exempt: { length: 'As many as the message that was sent has.' },
      heavy: true,
      handler: (input) => readMessage(requireXml(input)),
    }),
    defineOperation({
      name: 'iso20022.validate',
      kind: 'query',
      summary:
        'Check an ISO 20022 message: structure, counts, sums, IBANs, BICs, currencies, dates; the answer names the elements that were not checked.',
      auth: reader,
      input: Type.Object(schema.xmlInput),
      output: schema.ValidationResult,
      errors: [Invalid],
      rest: [{ route: 'POST /api/v1/iso20022/validate', envelope: 'success' }],
      graphql: { root: 'mutation' },
      heavy: true,
      async handler(input, ctx) {
        const { attachment } = ctx
        const verdict = attachment
          ? await longWork(task('checkFile'), { path: attachment.path }, ctx.caller)
          : await checkText(requireXml(input), ctx)
        const { errors, not_checked } = verdict
        return { ...verdict, errors: [...errors], not_checked: [...not_checked] }
      },
    }),
    defineOperation({
      name: 'iso20022.generate',
      kind: 'query',
      summary: 'Write an ISO 20022 message, from an amount and two parties or from all its fields.',
      auth: reader,
      input: Type.Object(schema.generateInput),
      output: schema.Generated,
      errors: [Invalid],
      rest: [
        {
          route: 'POST /api/v1/iso20022/generate',
          envelope: 'success',
          files: {
            xml: {
              content_type: 'application/xml; charset=utf-8',
              fromOutput: ({ xml }: { readonly xml: string }) => ({ body: xml }),
            },
          },
          chooseFile: ({ data, message_type }, { json }) =>
            data === undefined && message_type === undefined && !json ? 'xml' : '',
        },
      ],
      graphql: { root: 'mutation' },
      heavy: true,
      async handler(input, { now, caller }) {
        if (!isLarge(input.data)) return generate(input, now)
        const written = await longWork(task('writeText'), { request: input, now }, caller)
        if ('errors' in written) throw Invalid({ errors: written.errors })
        return written.output
      },
    }),
    defineOperation({
      name: 'iso20022.supported_types',
      kind: 'query',
      summary:
        'List the ISO 20022 message types that can be read and written, with their versions.',
      auth: reader,
      input: Type.Object({}),
      output: schema.SupportedTypes,
      errors: [],
      rest: [{ route: 'GET /api/v1/iso20022/supported-types', envelope: 'success' }],
      exempt: { pages: 'The list is declared in the code; callers cannot add to it.' },
      handler: () =>
        Object.values(layouts).map(({ type, title, root, versions }) => ({
          message_type: type,
          title,
          root_element: root,
          default_version: versions[0],
          versions: [...versions],
          namespace: `urn:iso:std:iso:20022:tech:xsd:${versions[0]}`,
          can_parse: true,
          can_generate: true,
        })),
    }),
  ]
}

const isLarge = (data: unknown): boolean =>
  data !== undefined && JSON.stringify(data).length > INLINE_LENGTH_MAX

function requireXml({ xml }: XmlInput): string {
  if (xml === undefined) throw Invalid({ errors: { xml: ['The xml field is required.'] } })
  return xml
}
