export function findProgram(root?: URL): URL | undefined
export function hasSources(root?: URL): boolean
export function listPrograms(root?: URL): string[]
export function versionOf(path: string, root?: URL): string
