import { local } from '@krapao/web/storage/stored.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { Queries } from '../frame/calls/queries.tsx'
import { clearSession, keepToken } from '../frame/calls/session.ts'
import { loadMembersCodes, loadTexts } from '../frame/i18n.ts'
import { dismissQuestions, Overlay, showQuestionsBy } from '../ui/overlay.tsx'
import { QuestionDialog } from '../ui/question.tsx'

/** Each test of the file is of somebody who has just logged in, in a browser that kept nothing. */
export function asMember(): void {
  beforeEach(() => keepToken('token', false))
  afterEach(async () => {
    dismissQuestions()
    await cleanup()
    clearSession()
    for (const name of keptRequests()) local.remove(name)
  })
}

/**
 * Shows a part of the app with what the members' layout has around every page.
 * @param texts the slices whose texts the test names
 */
export async function showPart(part: ReactNode, ...texts: string[]): Promise<void> {
  showQuestionsBy(QuestionDialog)
  await Promise.all([loadMembersCodes(), loadTexts(...texts)])
  await render(
    <Queries>
      {part}
      <Overlay />
    </Queries>,
  )
}

/** Requests to move money whose outcome this browser does not know. */
export const keptRequests = () => local.names().filter((name) => name.startsWith('money-request:'))
