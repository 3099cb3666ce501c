// How long everything lives that this server hands out, in seconds.

/** Good once; a second use ends the whole grant. */
export const CODE_SECONDS = 600
export const ACCESS_SECONDS = 3_600
/** Renewed with every rotation. */
export const REFRESH_SECONDS = 30 * 86_400
/** How long somebody may think about a page. */
export const PAGE_SECONDS = 3_600
/** How long a browser stays signed in; the login behind it ends by itself, too. */
export const SESSION_SECONDS = 86_400
/** A registration that no person has authorized, and that was not used by itself either. */
export const UNUSED_CLIENT_SECONDS = 7 * 86_400
/** When there are too many of them, those are given up that had this long. */
export const PATIENCE_SECONDS = 3_600
