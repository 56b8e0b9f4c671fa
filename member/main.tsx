import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { applyBrandColours } from './app/brand.ts'
import { startTexts } from './app/i18n.ts'
import { fetchAhead } from './app/routes.tsx'
import './ui/tokens.css'

applyBrandColours()
const texts = startTexts()
fetchAhead(location.pathname)
await texts
const root = document.getElementById('app')
if (root) {
  // As a transition: React then draws the first page in slices, and a finger on a slow phone is heard in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
