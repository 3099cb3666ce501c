// Refuses an SDK in which two parts have the same name.
import type { Module, Shapes } from '../shapes.ts'
import type { Names } from './names.ts'

export interface Scope {
  /** For the message: 'a method of partners' */
  readonly what: string
  /** What the language or the package has there already. */
  readonly taken: readonly ReadonlySet<string>[]
  /** Each name, and what it stands for. */
  readonly names: readonly (readonly [name: string, of: string])[]
  /** `getAll` and `getall` are one name. What is taken is in lower case then. */
  readonly ignoresCase?: boolean | undefined
  /** The names are those of files too, which some disks compare without regard to case. */
  readonly areFiles?: boolean | undefined
}

/** Throws an error that lists the names which a language cannot tell apart, each with what it stands for. */
export function checkNames(language: string, scopes: readonly Scope[]): void {
  const problems = scopes.flatMap(findProblems)
  if (problems.length > 0)
    throw new Error(`The SDK for ${language} has names that collide:\n${problems.join('\n')}`)
}

function findProblems({ what, taken, names, ignoresCase, areFiles }: Scope): string[] {
  const owners = new Map<string, string>()
  const lower = (name: string): string => name.toLowerCase()
  const isTaken = (name: string) => taken.some((one) => one.has(ignoresCase ? lower(name) : name))
  return names.flatMap(([name, of]) => {
    const key = ignoresCase || areFiles ? lower(name) : name
    const owner = isTaken(name) ? 'the SDK itself' : owners.get(key)
    owners.set(key, of)
    return owner === undefined ? [] : [`${what}: ${name} stands for ${owner} and for ${of}`]
  })
}

export function scopesOf(names: Names, shapes: Shapes): readonly Scope[] {
  const { taken, ignoresCase, areConstantsGlobal } = names
  const constants = constantsOf(names, shapes)
  const scope = (what: string, own: ReadonlySet<string>, list: Scope['names']): Scope => ({
    what,
    taken: [taken.words, own],
    names: list,
  })
  const types = [
    ...typesOf(names, shapes),
    ...(areConstantsGlobal ? constants.flatMap(({ list }) => list) : []),
  ]
  return [
    scope(
      'a module',
      taken.client,
      shapes.modules.map((one) => [names.module(one), `module ${one.name}`]),
    ),
    { ...scope('a type', taken.types, types), ignoresCase, areFiles: names.isFilePerType },
    ...shapes.modules.map((module) => ({
      ...scope(`a method of ${module.name}`, taken.methods, methodsOf(names, module)),
      ignoresCase,
    })),
    ...shapes.modules
      .flatMap(({ calls }) => calls)
      .map((call) => {
        const own = names.arguments(call)
        return scope(
          `an argument of ${call.id}`,
          taken.arguments,
          own.map((name, index) => [name, `argument ${index + 1}`]),
        )
      }),
    ...[...shapes.records.values()].map((record) => {
      const own = names.fields(record)
      return scope(
        `a field of ${record.name}`,
        taken.fields,
        own.map((name, index) => [name, record.fields[index]!.name]),
      )
    }),
    ...(areConstantsGlobal ? [] : constants).map(({ choice, list }) =>
      scope(`a constant of ${choice}`, taken.fields, list),
    ),
  ]
}

function typesOf(names: Names, { modules, records, choices }: Shapes): Scope['names'] {
  return [
    ...modules.map((one) => [names.service(one), `module ${one.name}`] as const),
    ...[...records.keys(), ...choices.keys()].map(
      (name) => [names.type(name), `type ${name}`] as const,
    ),
  ]
}

function methodsOf(names: Names, { calls }: Module): Scope['names'] {
  return calls.flatMap((call) => {
    const pages = names.pages(call)
    return [
      [names.method(call), call.id] as const,
      ...(pages === undefined ? [] : [[pages, `the pages of ${call.id}`] as const]),
    ]
  })
}

const constantsOf = (names: Names, { choices }: Shapes) =>
  [...choices.values()].map((choice) => ({
    choice: choice.name,
    list: names
      .constants(choice)
      .map((name, index) => [name, `${choice.name} ${choice.values[index]}`] as const),
  }))
