// Where the files of domains are, and which files only tests use.

/** Tests, what they share (`test-support.ts`), and the preparations of examples (`prepare.ts` of a domain). */
export const isTestOnly = (file: string): boolean =>
  /\.test\.ts$|test-support|^src\/domains\/.*\/prepare\.ts$/.test(file)

const placeOf = (file: string) =>
  /^src\/domains\/(?<area>[^/]+)\/(?<folder>[^/]+)\//.exec(file)?.groups

export const areaOf = (file: string): string | undefined => placeOf(file)?.['area']

/** The domain that a file belongs to. A folder does not repeat its area: agents/messages is the domain agent-messages. */
export function domainOf(
  file: string,
  domains: readonly { readonly name: string }[],
): string | undefined {
  const { area, folder = '' } = placeOf(file) ?? {}
  const isName = domains.some(({ name }) => name === folder)
  return (area === 'agents' && !isName ? `agent-${folder}` : folder) || undefined
}
