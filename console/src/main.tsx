// The entry point of the console in the browser.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './bank.ts'
import './design/style.css'
import { router } from './router.tsx'
import { askForSession } from './session.ts'
import { applyTheme } from './shell/theme.ts'

applyTheme()
void askForSession()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
