import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { LanguageProvider } from './texts.tsx'
import './style.css'

const page = document.getElementById('page')
if (!page) throw new Error('no #page')
createRoot(page).render(
  <StrictMode>
    <LanguageProvider>
      <App />
    </LanguageProvider>
  </StrictMode>,
)
