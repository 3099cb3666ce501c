// A line below a form, with a link to somewhere else.
import type { ReactNode } from 'react'

export const Below = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-5 text-center text-sm text-soft">{children}</p>
)
export const linkStyle = 'font-medium text-accent underline underline-offset-2'
