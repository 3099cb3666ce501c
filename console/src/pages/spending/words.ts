// How the page of spending words what the bank names.

/** "own_transfers" as "Own transfers". */
export const sayCategory = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
