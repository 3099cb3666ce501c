// Tests that repeat the same with other random numbers. `npm test` runs few rounds of each, `npm run test:long` all of
// them: it runs exactly the test files that use this module. So does `npm run test:clients`, of the clients of others.
export const isLong = process.env.TEST_LONG === '1' || process.env.CLIENTS_PAGE === '1'

/** How many rounds to run: `few` in `npm test`, `all` in `npm run test:long`. */
export const rounds = (few: number, all: number): number => (isLong ? all : few)

/** Values to try: the first `few` of them in `npm test`, all of them in `npm run test:long`. */
export const someOf = <Value>(values: readonly Value[], few: number): readonly Value[] =>
  values.slice(0, rounds(few, values.length))
