import { settled } from '@krapao/web/ui/back-button.ts'
import type { ReactNode } from 'react'

export interface Question {
  title: string
  text: ReactNode
  /**
   * The label of the confirming button, with the amount: "Withdraw ฿500.00". Without it this is an alert with
   * one button.
   */
  confirm?: string
  /** The label of the other button, if "Cancel" could be mistaken for the action itself. */
  cancel?: string
  danger?: boolean
  /** Its number among all that were asked. */
  id: number
  answer(yes: boolean): void
}
type Asked = Omit<Question, 'id' | 'answer'>

/** Those that wait for an answer; the first of them is shown. */
let questions: readonly Question[] = []
let count = 0
const listeners = new Set<() => void>()

function change(next: readonly Question[]): void {
  questions = next
  for (const listener of listeners) listener()
}

/** One after the other, so that no text is replaced before it was read. */
const ask = (question: Asked): Promise<boolean> =>
  new Promise((resolve) => {
    const asked: Question = {
      ...question,
      id: ++count,
      answer(yes) {
        change(questions.filter((one) => one !== asked))
        // Closes first, because the answer may open a page.
        settled().then(() => resolve(yes))
      },
    }
    change([...questions, asked])
  })

/** Answers all questions with no: what one member was asked is not the next one's to answer. */
export function dismissQuestions(): void {
  for (const { answer } of questions) answer(false)
}

/**
 * Asks before an action with consequences; resolves to whether the person agreed, false when the session ends
 * first.
 */
export const confirm = (question: Asked & { confirm: string }): Promise<boolean> => ask(question)

/** Shows a text that must be read; resolves when it was, or when the session has ended. */
export const alert = async (message: { title: string; text: ReactNode }): Promise<void> => {
  await ask(message)
}

/** Follows the question that is shown. @returns a function that stops following */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The question that is shown, if any. */
export const shownQuestion = (): Question | undefined => questions[0]
