// A difference between the API of a release and this one.
export interface Change {
  /** A client that worked with the release may fail. */
  readonly isBreaking: boolean
  readonly where: string
  readonly what: string
}

export const breaking = (where: string, what: string): Change => ({ isBreaking: true, where, what })
export const compatible = (where: string, what: string): Change => ({
  isBreaking: false,
  where,
  what,
})

export const toLine = ({ where, what }: Change): string => `${where}: ${what}`
