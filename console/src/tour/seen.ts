// Who has seen the tour in this browser: identifiers of people, which say nothing without the bank. A screen that is for
// everybody keeps a star there and shows no tour.
const KEY = 'florin-tour'
const EVERYBODY = '*'
const PEOPLE_MAX = 50

const read = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)

export function hasSeenTour(uuid: string): boolean {
  const seen = read()
  return seen.includes(uuid) || seen.includes(EVERYBODY)
}

export function keepTourSeen(uuid: string): void {
  if (hasSeenTour(uuid)) return
  localStorage.setItem(KEY, [...read(), uuid].slice(-PEOPLE_MAX).join(' '))
}
