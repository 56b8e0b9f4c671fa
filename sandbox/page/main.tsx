import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startTexts } from './i18n.ts'
import { queries } from './polled.ts'
import './style.css'

try {
  await startTexts()
  const page = document.getElementById('page')
  if (page) {
    createRoot(page).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <App />
        </QueryClientProvider>
      </StrictMode>,
    )
  }
} catch {
  // The text in index.html, which offers to load the page again, stays on the page.
  document.documentElement.dataset.start = 'failed'
}
