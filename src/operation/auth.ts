// Who may call, in the words that most operations use: a person, signed in or by a key of theirs, with the
// permission that the call needs.

/** Looks. */
export const reader = [{ by: 'user', scope: 'read' }] as const

/** Changes or spends. */
export const writer = [{ by: 'user', scope: 'write' }] as const

/** Takes away. */
export const remover = [{ by: 'user', scope: 'delete' }] as const

/** Runs the bank. */
export const operator = [{ by: 'user', scope: 'admin' }] as const

// The same for what hands out power itself: only somebody who signed in may do it, not a key.
export const readerInPerson = [{ by: 'user', scope: 'read', via: 'login' }] as const
export const writerInPerson = [{ by: 'user', scope: 'write', via: 'login' }] as const
export const removerInPerson = [{ by: 'user', scope: 'delete', via: 'login' }] as const
