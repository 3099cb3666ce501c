// Payments have pages of their own, and are listed in the history.
import { Navigate } from '@tanstack/react-router'

export { Detail } from './detail.tsx'

export const Page = () => <Navigate to="/history" replace />
