// Who has seen the tour in this browser: user ids, which mean nothing without the bank. A shared screen stores a
// star and shows no tour.
const KEY = 'florin-tour'
const ANY_USER = '*'
const USERS_MAX = 50

const read = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)

export function hasSeenTour(uuid: string): boolean {
  const seen = read()
  return seen.includes(uuid) || seen.includes(ANY_USER)
}

export function keepTourSeen(uuid: string): void {
  if (hasSeenTour(uuid)) return
  localStorage.setItem(KEY, [...read(), uuid].slice(-USERS_MAX).join(' '))
}
