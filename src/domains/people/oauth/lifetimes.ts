// The lifetimes of codes, tokens, pages and registrations, in seconds.

/** A code works once; a second use ends the whole grant. */
export const CODE_SECONDS = 600
export const ACCESS_SECONDS = 3_600
/** Each refresh restarts this period. */
export const REFRESH_SECONDS = 30 * 86_400
/** A sign-in or consent page must be answered within this time. */
export const PAGE_SECONDS = 3_600
/** A browser stays signed in this long, or until the login behind it ends. */
export const SESSION_SECONDS = 86_400
/** A registration without grants is deleted when it was not used for this long. */
export const UNUSED_CLIENT_SECONDS = 7 * 86_400
/** When there are too many unauthorized registrations, those idle for longer than this make room. */
export const EVICTABLE_AFTER_SECONDS = 3_600
