// Schemas of requests and answers about messages. Those of parsed messages follow from the layouts.
import { type TSchema, Type } from 'typebox'
import { freeForm, Nullable } from '../../../kernel/schema.ts'
import { xmlBody } from '../../../operation/input-source.ts'
import { AmountInput } from '../../core/assets/index.ts'
import type { Layout, Leaf, Nodes } from './codec/layout.ts'
import { type Message, shortcuts } from './message.ts'
import { layouts, messageTypes } from './messages/index.ts'
import { problemCodes } from './problem.ts'
import { PROBLEMS_MAX, UNREAD_MAX } from './codec/reader.ts'

/** The largest XML document that is read. */
export const FILE_BYTES_MAX = 64 * 1024 * 1024

/** As many as fit into the largest document. */
const ITEMS_MAX = 1_000_000

const MessageTypeName = Type.Enum([...messageTypes], {
  $id: 'Iso20022MessageType',
  description: 'The type of an ISO 20022 message, without its version.',
})

type Fields = Record<string, TSchema>

function leafSchema({ kind, format, joined }: Leaf, path: string): TSchema {
  const many = joined ? '; several are joined by line breaks' : ''
  const description = `${path}: ${format.words}${many}.`
  if (kind === 'integer') return Nullable(Type.Integer({ description }))
  if (kind === 'boolean') return Nullable(Type.Boolean({ description }))
  return Nullable(Type.String({ description }))
}

function fieldsOf(nodes: Nodes, path: string): Fields {
  const fields: Fields = {}
  for (const node of nodes) {
    const at = 'element' in node ? (path === '' ? node.element : `${path}/${node.element}`) : path
    if (node.node === 'leaf') fields[node.field] ??= leafSchema(node, at)
    else if (node.node === 'amount') {
      fields[node.field] ??= Nullable(
        Type.String({ description: `${at}: a decimal number, as it is written.` }),
      )
      fields[node.currency] ??= Nullable(
        Type.String({ description: `${at}/@Ccy: a currency code.` }),
      )
    } else if (node.node === 'list') {
      const item = Type.Object({ ...fieldsOf(node.nodes as Nodes, ''), ...derived[node.field] })
      fields[node.field] ??= Type.Array(item, {
        maxItems: ITEMS_MAX,
        description: `Each ${at}.`,
      })
    } else if (node.node !== 'older')
      for (const [name, schema] of Object.entries(fieldsOf(node.nodes as Nodes, at)))
        fields[name] ??= schema
  }
  return fields
}

const derived: Readonly<Record<string, Fields>> = {
  entries: {
    description: Nullable(
      Type.String({ description: 'The unstructured remittance information of all details.' }),
    ),
  },
  statements: {
    currency: Nullable(Type.String({ description: 'The currency of the balances.' })),
    opening_balance: Nullable(
      Type.String({ description: 'The booked opening balance; negative when overdrawn.' }),
    ),
    closing_balance: Nullable(
      Type.String({ description: 'The booked closing balance; negative when overdrawn.' }),
    ),
  },
}

const head = {
  version: Nullable(Type.String({ description: 'The version that the namespace names.' })),
  namespace: Type.String({ description: 'The namespace of the message.' }),
  business_header: Nullable(
    Type.Object(
      {
        business_message_id: Nullable(Type.String({ description: 'BizMsgIdr' })),
        message_definition_id: Nullable(Type.String({ description: 'MsgDefIdr' })),
        from: Nullable(Type.String({ description: 'The BIC of the sender.' })),
        to: Nullable(Type.String({ description: 'The BIC of the receiver.' })),
        creation_date: Nullable(Type.String({ description: 'CreDt' })),
      },
      { $id: 'Iso20022BusinessHeader', description: 'The business application header, if any.' },
    ),
  ),
}

/** The fields of the message, and those of its first part at the top level. */
function messageSchema({ type, title, nodes }: Layout) {
  const own = fieldsOf(nodes, '')
  const shortcut = Object.hasOwn(layouts, type)
    ? shortcuts[type as keyof typeof layouts]
    : undefined
  const first: Fields = {}
  if (shortcut) {
    const part = (own[shortcut.first] as unknown as { items: { properties: Fields } }).items
    for (const [name, schema] of Object.entries(part.properties))
      if (!Object.hasOwn(own, name)) first[name] = Type.Optional(schema)
  }
  return Type.Object(
    { message_type: Type.Literal(type), ...head, ...own, ...first },
    { $id: `Iso20022${idOf(type)}`, description: `${title} (${type}).` },
  )
}

const idOf = (type: string): string =>
  type.replace('.', '').replace(/^./, (letter) => letter.toUpperCase())

export const ParsedMessage = Type.Unsafe<Message>(
  Type.Union(Object.values(layouts).map((one) => messageSchema(one))),
)

const xml = xmlBody({
  description: 'The message as XML text, when the body is JSON.',
  bytesMax: FILE_BYTES_MAX,
})

export const xmlInput = { xml }

const Problems = Type.Array(
  Type.Object(
    {
      line: Type.Integer({ description: 'The line of the XML, counted from 1.' }),
      path: Type.String({ description: 'The path of the element.' }),
      code: Type.Enum(Object.keys(problemCodes), {
        $id: 'Iso20022ProblemCode',
        description: 'The kind of the problem.',
      }),
      message: Type.String({ description: 'The problem in words.' }),
    },
    { $id: 'Iso20022Problem' },
  ),
  { maxItems: PROBLEMS_MAX },
)

export const ValidationResult = Type.Object(
  {
    valid: Type.Boolean({
      description: 'Whether the checked elements have no problems; see not_checked.',
    }),
    message_type: Nullable(MessageTypeName),
    version: Nullable(Type.String({ description: 'The version that the namespace names.' })),
    errors: Problems,
    not_checked: Type.Array(Type.String(), {
      maxItems: UNREAD_MAX,
      description:
        'The paths of elements that were not checked, each once; check them against the schema of ISO 20022.',
    }),
    not_checked_count: Type.Integer({
      description:
        'The number of elements that were not checked: every occurrence, with the elements inside it.',
    }),
  },
  { $id: 'Iso20022Verdict' },
)

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }))

const PartyInput = (who: string) =>
  Type.Union(
    [
      Type.String({ minLength: 1, maxLength: 140 }),
      Type.Object(
        {
          name: text(140, 'The name.'),
          iban: text(42, 'The IBAN of the account.'),
          bic: text(11, 'The BIC of the bank.'),
          account: text(34, 'The number of the account, if it has no IBAN.'),
        },
        { minProperties: 1 },
      ),
    ],
    { description: `${who}: a name, an IBAN, or an object.` },
  )

/** The largest record that can be written in one call. */
const DATA_BYTES_MAX = 900_000
const DATA_LEVELS_MAX = 8

export const generateInput = {
  type: Type.Optional(MessageTypeName),
  message_type: Type.Optional(
    Type.Enum([...messageTypes], { description: 'The same as type, for use with `data`.' }),
  ),
  version: text(20, 'The version, such as pain.001.001.10, 001.10 or 10. Default: the usual one.'),
  data: Type.Optional(
    freeForm(
      { description: 'The fields of the message, named as parsing names them.' },
      { bytesMax: DATA_BYTES_MAX, levelsMax: DATA_LEVELS_MAX },
    ),
  ),
  amount: Type.Optional(AmountInput),
  currency: text(3, 'The currency of the amount. Default: EUR.'),
  debtor: Type.Optional(PartyInput('Who pays')),
  creditor: Type.Optional(PartyInput('Who is paid')),
  message_id: text(35, 'The id of the message. Default: a new one.'),
  end_to_end_id: text(35, 'The reference that is passed on to the creditor. Default: a new one.'),
  uetr: text(36, 'The unique reference of the payment, a version 4 UUID. Default: a new one.'),
  remittance_info: text(140, 'The purpose of the payment, or information about a status.'),
  charge_bearer: Type.Optional(
    Type.Enum(['DEBT', 'CRED', 'SHAR', 'SLEV'], {
      description: 'Who bears charges. Default: SLEV.',
    }),
  ),
  execution_date: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The day of execution, settlement or booking. Default: today.',
    }),
  ),
  original_message_id: text(35, 'The message that a status or cancellation is about.'),
  status: text(4, 'The status that is reported. Default: ACSC.'),
  reason_code: text(4, 'The reason of a status or cancellation.'),
  credit_debit: Type.Optional(
    Type.Enum(['CRDT', 'DBIT'], {
      description: 'Whose account a report shows: CRDT the creditor’s, DBIT the debtor’s.',
    }),
  ),
}

export const Generated = Type.Object(
  {
    message_type: MessageTypeName,
    version: Type.String({ description: 'The version that was written.' }),
    xml: Type.String({ description: 'The message.' }),
    valid: Type.Boolean({ description: 'Whether validation finds no problems.' }),
    errors: Problems,
  },
  { $id: 'Iso20022Generated' },
)

export const SupportedTypes = Type.Array(
  Type.Object(
    {
      message_type: MessageTypeName,
      title: Type.String({ description: 'The name of the message in the standard.' }),
      root_element: Type.String({ description: 'The element in Document.' }),
      default_version: Type.String({ description: 'The version that is written by default.' }),
      versions: Type.Array(Type.String(), {
        maxItems: 20,
        description: 'The versions that can be written. Any version is read.',
      }),
      namespace: Type.String({ description: 'The namespace of the default version.' }),
      can_parse: Type.Boolean({ description: 'Whether it can be read.' }),
      can_generate: Type.Boolean({ description: 'Whether it can be written.' }),
    },
    { $id: 'Iso20022SupportedType' },
  ),
  { maxItems: 20 },
)
