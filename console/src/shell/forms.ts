// The addresses of the forms to sign in and to open an account, and the page that follows each. The list is fixed, so no
// link can lead elsewhere after signing in. Links between these addresses keep the fragment, which holds the code of a
// mail; browsers send it to no server.
export const COLLECT = '/collect'

export type FormName = 'sign-in' | 'sign-up'

interface FormAddress {
  readonly form: FormName
  readonly next: string
}

export const forms: ReadonlyMap<string, FormAddress> = new Map(
  ['', COLLECT].flatMap((before) =>
    (['sign-in', 'sign-up'] as const).map((form) => [
      `${before}/${form}`,
      { form, next: before || '/' },
    ]),
  ),
)

/** Whether the viewer came by the link of a mail about money that waits for them. */
export const isCollecting = (path: string): boolean =>
  path === COLLECT || forms.get(path)?.next === COLLECT
