// A link to the form to sign in or to open an account, from a page that is shown signed out.
import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { COLLECT, type FormName, isCollecting } from '../../shell/forms.ts'

interface FormLinkProps {
  readonly form: FormName
  readonly className: string
  readonly children: ReactNode
}

export function FormLink({ form, className, children }: FormLinkProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <Link to={`${isCollecting(path) ? COLLECT : ''}/${form}`} hash className={className}>
      {children}
    </Link>
  )
}
