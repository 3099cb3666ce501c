// The authorization rules that most operations share: a user, signed in or by an API key, with one permission.

/** For operations that only read. */
export const reader = [{ by: 'user', scope: 'read' }] as const

/** For operations that change something or spend. */
export const writer = [{ by: 'user', scope: 'write' }] as const

/** For operations that delete. */
export const remover = [{ by: 'user', scope: 'delete' }] as const

/** For operators of the bank. */
export const operator = [{ by: 'user', scope: 'admin' }] as const

/** For granting rights, or revoking them for all users: the operator must sign in, an API key is refused. */
export const operatorInPerson = [
  { by: 'user', via: 'login' },
  { by: 'user', scope: 'admin' },
] as const

/** For removing a protection from a customer. */
export const operatorProvedAgain = [
  { by: 'user', via: 'login', fresh: true },
  { by: 'user', scope: 'admin' },
] as const

// The same for operations that create or change credentials: they need a login, an API key is not enough.
export const readerInPerson = [{ by: 'user', scope: 'read', via: 'login' }] as const
export const writerInPerson = [{ by: 'user', scope: 'write', via: 'login' }] as const
export const removerInPerson = [{ by: 'user', scope: 'delete', via: 'login' }] as const

/** For credentials that could lock their owner out. */
export const writerProvedAgain = [
  { by: 'user', scope: 'write', via: 'login', fresh: true },
] as const
