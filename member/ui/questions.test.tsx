import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { alert, confirm, dismissQuestions, Overlay, showQuestionsBy } from './overlay.tsx'
import { QuestionDialog } from './question.tsx'

showQuestionsBy(QuestionDialog)
afterEach(dismissQuestions)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const asked = (title: string) => page.getByRole('dialog', { name: title })

test.each([
  ['the button that names the amount', () => button('ถอน ฿500.00').click(), true],
  ['cancel', () => button('ยกเลิก').click(), false],
  ['Escape', () => userEvent.keyboard('{Escape}'), false],
])('%s answers it', async (_, press, answer) => {
  await render(<Overlay />)
  const answered = confirm({ title: 'ถอนเงิน', text: 'ไปยังบัญชี', confirm: 'ถอน ฿500.00' })
  await expect.element(asked('ถอนเงิน')).toBeVisible()
  await press()
  expect(await answered).toBe(answer)
  await expect.element(asked('ถอนเงิน')).not.toBeInTheDocument()
})

test('Enter on the title answers nothing: what is dangerous takes a press of its button', async () => {
  await render(<Overlay />)
  let answered: boolean | undefined
  confirm({ title: 'ยกเลิกโบนัส', text: '', confirm: 'ยกเลิกโบนัส ฿100.00', danger: true }).then((yes) => {
    answered = yes
  })
  await expect.element(page.getByRole('heading', { name: 'ยกเลิกโบนัส' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(asked('ยกเลิกโบนัส')).toBeVisible()
  expect(answered).toBeUndefined()
})

test('two are asked one after the other', async () => {
  await render(<Overlay />)
  const first = confirm({ title: 'first', text: '', confirm: 'yes' })
  const second = confirm({ title: 'second', text: '', confirm: 'yes' })
  await expect.element(asked('first')).toBeVisible()
  await expect.element(asked('second')).not.toBeInTheDocument()
  await button('yes').click()
  expect(await first).toBe(true)
  await expect.element(asked('second')).toBeVisible()
  await button('ยกเลิก').click()
  expect(await second).toBe(false)
})

test('a text that must be read has one button', async () => {
  await render(<Overlay />)
  const read = alert({ title: 'news', text: 'once' })
  await expect.element(asked('news')).toBeVisible()
  expect(page.getByRole('button', { name: 'ยกเลิก' }).elements()).toEqual([])
  await button('ตกลง').click()
  await read
})

test('all are answered with no when the session ends', async () => {
  await render(<Overlay />)
  const answers = Promise.all([
    confirm({ title: 'first', text: '', confirm: 'yes' }),
    confirm({ title: 'second', text: '', confirm: 'yes' }),
  ])
  await expect.element(asked('first')).toBeVisible()
  dismissQuestions()
  expect(await answers).toEqual([false, false])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
