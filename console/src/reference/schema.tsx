// The fields of a body, as a tree. What is inside a field is rendered when it is opened, so that large and circular
// schemas cost nothing.
import { icon } from '../design/icons.tsx'
import { useState } from 'react'
import { Folded } from './folded.tsx'
import { type Document, resolve, type Schema } from './openapi.ts'
import { Inline, Mono } from './text.tsx'

const ChevronRight = icon('chevron-right')

interface Known {
  readonly document: Document
  readonly schema: Schema
}

/** An object and all that it is put together from, as one list of fields. */
function fieldsOf({ document, schema }: Known): Pick<Schema, 'properties' | 'required'> {
  const known = resolve(document, schema)
  const parts = (known.allOf ?? []).map((part) => fieldsOf({ document, schema: part }))
  const all = [known, ...parts]
  return {
    properties: Object.assign({}, ...all.map(({ properties }) => properties)) as Readonly<
      Record<string, Schema>
    >,
    required: all.flatMap(({ required }) => required ?? []),
  }
}

/** The object within lists, and the schemas that are alternatives. */
function insideOf(known: Known): readonly Schema[] {
  const schema = resolve(known.document, known.schema)
  if (schema.items) return insideOf({ ...known, schema: schema.items })
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.filter((choice) => insideOf({ ...known, schema: choice }).length > 0)
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    return insideOf({ ...known, schema: schema.additionalProperties })
  return Object.keys(fieldsOf(known).properties ?? {}).length > 0 ? [schema] : []
}

function typeOf({ document, schema: given }: Known): string {
  const schema = resolve(document, given)
  const orNull = schema.nullable === true ? ' or null' : ''
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) {
    const types = new Set(choices.map((choice) => typeOf({ document, schema: choice })))
    return [...types].join(' or ') + orNull
  }
  if (schema.items) return `list of ${typeOf({ document, schema: schema.items })}${orNull}`
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    return `map of ${typeOf({ document, schema: schema.additionalProperties })}${orNull}`
  const format = schema.format === undefined ? '' : ` (${schema.format})`
  return `${schema.type ?? (schema.allOf ? 'object' : 'any')}${format}${orNull}`
}

function boundsOf({ document, schema: given }: Known): string {
  const schema = resolve(document, given)
  const between = (least: number | undefined, most: number | undefined, unit: string): string[] => [
    ...(least === undefined ? [] : [`at least ${least}${unit}`]),
    ...(most === undefined ? [] : [`at most ${most}${unit}`]),
  ]
  return [
    ...between(schema.minimum, schema.maximum, ''),
    ...between(schema.minLength, schema.maxLength, ' letters'),
    ...between(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.pattern === undefined ? [] : [`matches ${schema.pattern}`]),
  ].join(', ')
}

export function SchemaTree({ document, schema }: Known) {
  const inside = insideOf({ document, schema })
  if (inside.length === 0)
    return <p className="font-mono text-sm text-soft">{typeOf({ document, schema })}</p>
  return <Alternatives document={document} schemas={inside} />
}

function Alternatives({
  document,
  schemas,
}: {
  readonly document: Document
  readonly schemas: readonly Schema[]
}) {
  return schemas.map((schema, index) => (
    <div key={index}>
      {schemas.length > 1 && (
        <p className="mt-3 text-xs font-medium text-soft">
          Alternative {index + 1} of {schemas.length}
        </p>
      )}
      <Fields document={document} schema={schema} />
    </div>
  ))
}

function Fields({ document, schema }: Known) {
  const inner = insideOf({ document, schema })
  const { properties = {}, required = [] } = fieldsOf({ document, schema })
  const names = Object.keys(properties)
  if (names.length === 0 && inner.length > 0)
    return <Alternatives document={document} schemas={inner} />
  return (
    <FieldList
      document={document}
      fields={names.map((name) => ({
        name,
        schema: properties[name]!,
        isRequired: required.includes(name),
        isOlder: properties[name]!.deprecated === true,
      }))}
    />
  )
}

interface FieldEntry {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  /** An older name of another field, which still works. */
  readonly isOlder: boolean
  readonly description?: string | undefined
}

export function FieldList({
  document,
  fields,
}: {
  readonly document: Document
  readonly fields: readonly FieldEntry[]
}) {
  const older = fields.filter(({ isOlder }) => isOlder)
  return (
    <>
      <Rows document={document} fields={fields.filter(({ isOlder }) => !isOlder)} />
      {older.length > 0 && (
        <Folded title={`Older names of fields (${older.length})`}>
          <Rows document={document} fields={older} />
        </Folded>
      )}
    </>
  )
}

function Rows({
  document,
  fields,
}: {
  readonly document: Document
  readonly fields: readonly FieldEntry[]
}) {
  return (
    <ul className="divide-y divide-line">
      {fields.map((field) => (
        <FieldRow key={field.name} document={document} {...field} />
      ))}
    </ul>
  )
}

function FieldRow({ document, schema, name, isRequired, description }: Known & FieldEntry) {
  const known = { document, schema }
  const resolved = resolve(document, schema)
  const inside = insideOf(known)
  const about = description ?? schema.description ?? resolved.description
  const bounds = boundsOf(known)
  const values = resolved.enum ?? (resolved.items && resolve(document, resolved.items).enum)
  return (
    <li className="min-w-0 py-2.5">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-mono text-sm font-semibold break-all">{name}</span>
        <span className="font-mono text-xs text-soft">{typeOf(known)}</span>
        {isRequired && <span className="text-xs font-medium text-bad">required</span>}
      </div>
      {about !== undefined && (
        <p className="mt-0.5 text-sm">
          <Inline text={about} />
        </p>
      )}
      {values !== undefined && (
        <p className="mt-1 flex flex-wrap gap-1 text-sm text-soft">
          {values.map((value) => (
            <Mono key={String(value)}>{String(value)}</Mono>
          ))}
        </p>
      )}
      {(bounds !== '' || resolved.default !== undefined) && (
        <p className="mt-0.5 text-xs break-words text-soft">
          {[
            ...(resolved.default === undefined
              ? []
              : [`default ${JSON.stringify(resolved.default)}`]),
            ...(bounds === '' ? [] : [bounds]),
          ].join('; ')}
        </p>
      )}
      {inside.length > 0 && <Inside document={document} schemas={inside} name={name} />}
    </li>
  )
}

function Inside({
  document,
  schemas,
  name,
}: {
  readonly document: Document
  readonly schemas: readonly Schema[]
  readonly name: string
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex items-center gap-1 rounded text-sm text-accent hover:underline"
      >
        <ChevronRight className={isOpen ? 'size-3.5 rotate-90' : 'size-3.5'} aria-hidden />
        {isOpen ? 'Hide' : 'Show'} the fields of <span className="font-mono">{name}</span>
      </button>
      {isOpen && (
        <div className="mt-1 border-l-2 border-line pl-4">
          <Alternatives document={document} schemas={schemas} />
        </div>
      )}
    </div>
  )
}
