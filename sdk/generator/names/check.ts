// Refuses an SDK in which two parts have the same name.
import type { Shapes } from '../shapes.ts'
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
  const { modules } = shapes
  const { taken, ignoresCase, areConstantsGlobal } = names
  const records = [...shapes.records.values()]
  const choices = [...shapes.choices.values()].map(
    (choice) =>
      [
        choice.name,
        names
          .constants(choice)
          .map((name, index) => [name, `${choice.name} ${choice.values[index]}`] as const),
      ] as const,
  )
  const types = [
    ...modules.map((one) => [names.service(one), `module ${one.name}`] as const),
    ...[...records.map(({ name }) => name), ...shapes.choices.keys()].map(
      (name) => [names.type(name), `type ${name}`] as const,
    ),
    ...(areConstantsGlobal ? choices.flatMap(([, constants]) => constants) : []),
  ]
  const calls = modules.flatMap((module) => module.calls)
  return [
    {
      what: 'a module',
      taken: [taken.words, taken.client],
      names: modules.map((one) => [names.module(one), `module ${one.name}`]),
    },
    {
      what: 'a type',
      taken: [taken.words, taken.types],
      ignoresCase,
      areFiles: names.isFilePerType,
      names: types,
    },
    ...modules.map((module) => ({
      what: `a method of ${module.name}`,
      taken: [taken.words, taken.methods],
      ignoresCase,
      names: module.calls.flatMap((call) => {
        const pages = names.pages(call)
        return [
          [names.method(call), call.id] as const,
          ...(pages === undefined ? [] : [[pages, `the pages of ${call.id}`] as const]),
        ]
      }),
    })),
    ...calls.map((call) => ({
      what: `an argument of ${call.id}`,
      taken: [taken.words, taken.arguments],
      names: names.arguments(call).map((name, index) => [name, `number ${index + 1}`] as const),
    })),
    ...records.map((record) => ({
      what: `a field of ${record.name}`,
      taken: [taken.words, taken.fields],
      names: names.fields(record).map((name, index) => [name, record.fields[index]!.name] as const),
    })),
    ...(areConstantsGlobal ? [] : choices).map(([name, constants]) => ({
      what: `a constant of ${name}`,
      taken: [taken.words, taken.fields],
      names: constants,
    })),
  ]
}
