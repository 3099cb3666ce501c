// Names of the cases that others are compared with.

/** Cases are compared with the better of the two. */
export const TPCB: readonly string[] = ['tpcb-16', 'tpcb-64']
export const HELLO = 'hello'
export const DIRECT: readonly string[] = ['transfers-256']
