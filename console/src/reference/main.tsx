// The entry point of the API reference in the browser, at /api/docs.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../design/style.css'
import { applyTheme } from '../shell/theme.ts'
import { Reference } from './reference.tsx'

applyTheme()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Reference />
  </StrictMode>,
)
