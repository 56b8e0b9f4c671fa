import type { Language } from '@krapao/contract/languages.ts'
import type { BotProblem } from '@krapao/contract/slices/chat/bot-problems.ts'
import { createContext, useContext } from 'react'

/** What every field of the editor needs to know. */
export interface EditorFacts {
  /** The language that is edited. */
  language: Language
  /** The steps that a button may lead to. */
  steps: { id: string; name: string }[]
  /** Adds a step. @returns its id; undefined: there are as many as there may be */
  addStep(): string | undefined
  /**
   * What is wrong with a place of the content (contract/slices/chat/bot-problems.ts); undefined: nothing that
   * is said yet.
   */
  errorAt(field: string): BotProblem | undefined
}

const EditorContext = createContext<EditorFacts>({
  language: 'th',
  steps: [],
  addStep: () => undefined,
  errorAt: () => undefined,
})

export const EditorProvider = EditorContext.Provider
export const useEditorFacts = (): EditorFacts => useContext(EditorContext)
