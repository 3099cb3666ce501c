// Payments have pages of their own. Operators find those of all customers here; customers have their history.
import { Navigate } from '@tanstack/react-router'
import { useUser } from '../../session.ts'
import { isOperator } from '../../shell/home.ts'
import { BankPayments } from './bank-payments.tsx'

export { Detail } from './detail.tsx'

export const Page = () =>
  isOperator(useUser()) ? <BankPayments /> : <Navigate to="/history" replace />
