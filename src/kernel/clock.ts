// Time is a value passed in, so that a test can set it and nothing sleeps.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
