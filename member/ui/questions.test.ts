import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alert, confirm, dismissQuestions, shownQuestion } from './questions.ts'

// The browser's history, which a dialog gives an entry back to before its answer counts.
beforeEach(() => vi.stubGlobal('history', { state: null }))
afterEach(() => vi.unstubAllGlobals())

const title = () => shownQuestion()?.title

test('a second text waits until the first was read', async () => {
  const read: string[] = []
  const first = alert({ title: 'first', text: '' }).then(() => read.push('first'))
  const second = alert({ title: 'second', text: '' }).then(() => read.push('second'))
  expect(title()).toBe('first')
  shownQuestion()?.answer(true)
  expect(title()).toBe('second')
  await first
  expect(read).toEqual(['first'])
  shownQuestion()?.answer(true)
  await second
  expect(title()).toBeUndefined()
})

test('an answer that is given twice does not answer the next question', async () => {
  const first = confirm({ title: 'first', text: '', confirm: 'yes' })
  const second = confirm({ title: 'second', text: '', confirm: 'yes' })
  const asked = shownQuestion()
  asked?.answer(false)
  asked?.answer(true)
  expect(await first).toBe(false)
  expect(title()).toBe('second')
  shownQuestion()?.answer(true)
  expect(await second).toBe(true)
})

test('all are answered with no when the session ends', async () => {
  const answers = ['first', 'second'].map((title) => confirm({ title, text: '', confirm: 'yes' }))
  dismissQuestions()
  expect(title()).toBeUndefined()
  expect(await Promise.all(answers)).toEqual([false, false])
})
