import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startTexts } from './app/i18n.ts'
import './app/sizes.css'

try {
  // The app's styles have come or were lost by now; without them nobody can work with it.
  const styles = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')
  if (styles && !styles.sheet?.cssRules.length) throw new Error('the styles are lost')
  await startTexts()
  const root = document.getElementById('app')
  if (root) {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  }
} catch {
  // The text in index.html offers to load the page again.
  document.documentElement.dataset.start = 'failed'
}
