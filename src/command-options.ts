// Reads the arguments of a command: `--name value`, `--name=value`, flags, and words without a name.
import { parseArgs } from 'node:util'
import { StartError } from './platform/start-error.ts'

type Kind = 'string' | 'boolean'

export interface Given<Names extends Readonly<Record<string, Kind>>> {
  readonly values: {
    readonly [Name in keyof Names]?: Names[Name] extends 'string' ? string : boolean
  }
  readonly words: readonly string[]
}

/** `usage` says what is right, in the sentence about a mistake. */
export function readOptions<const Names extends Readonly<Record<string, Kind>>>(
  args: readonly string[],
  names: Names,
  usage: string,
): Given<Names> {
  const options = Object.fromEntries(Object.entries(names).map(([name, type]) => [name, { type }]))
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
    })
    return { values: values as Given<Names>['values'], words: positionals }
  } catch (cause) {
    throw new StartError(
      `${(cause as Error).message.split('. ')[0]!.replace(/\.$/, '')}; ${usage}.`,
      {
        cause,
      },
    )
  }
}
