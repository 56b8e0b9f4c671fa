import { reloadIfReplaced } from '@krapao/web/parts/load-part.ts'
import { openWhenSettled } from '@krapao/web/ui/back-button.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './app/app.tsx'
import { ChatPage, fetchAhead } from './app/routes.tsx'
import { watchNetwork } from './frame/calls/connection.ts'
import { isChatPage } from './frame/chat/chat-page.ts'
import { keepInstallQuestion } from './frame/device/install-question.ts'
import { startTexts } from './frame/i18n.ts'
import '@krapao/web/ui/tokens.css'

watchNetwork()
keepInstallQuestion()
const texts = startTexts()
const layout = isChatPage ? ChatPage.fetchAhead() : fetchAhead(location.pathname)

/**
 * Not at the top level of this file: the parts that it waits for may be built to import the chunk that it is
 * in.
 */
async function start(): Promise<void> {
  try {
    await Promise.all([texts, layout])
    const root = document.getElementById('app')
    if (root) {
      // As a transition: React renders the first page in slices, so that a slow phone handles input in
      // between.
      startTransition(() =>
        createRoot(root).render(
          <StrictMode>
            {isChatPage ? (
              <ChatPage />
            ) : (
              <Router aroundNav={openWhenSettled}>
                <App />
              </Router>
            )}
          </StrictMode>,
        ),
      )
      // Not before: the first screen's own files and calls have the line to themselves.
      if (!isChatPage)
        setTimeout(
          () =>
            import('./frame/device/keep-app.ts').then(
              (it) => it.keepApp(),
              () => {},
            ),
          5000,
        )
    }
  } catch (error) {
    // The text in index.html offers to load the page again.
    if (!(await reloadIfReplaced(error))) document.documentElement.dataset.start = 'failed'
  }
}
start()
