// Lengths of time, in milliseconds or seconds as the name says.
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

export const HOUR_SECONDS = 3_600
export const DAY_SECONDS = 86_400
