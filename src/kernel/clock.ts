// The source of the current time. It is passed in, so that tests can set the time instead of waiting.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
