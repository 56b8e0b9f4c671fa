import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { applyBrandColours } from './app/brand.ts'
import { startTexts } from './app/i18n.ts'
import './ui/tokens.css'

applyBrandColours()
await startTexts()
const root = document.getElementById('app')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
