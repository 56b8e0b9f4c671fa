import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Field } from '../ui/field.tsx'
import { useForm } from './use-form.ts'

/** A form of two fields that must not be empty. */
function Two({ act }: { act(): Promise<unknown> }) {
  const { form, tried, busy, failure, submit } = useForm()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const error = (text: string) => (tried && text === '' ? 'is missing' : undefined)
  return (
    <form ref={form} noValidate onSubmit={(event) => submit(event, name !== '' && email !== '', act)}>
      <Field label="name" value={name} error={error(name)} onChange={(e) => setName(e.target.value)} />
      <Field label="email" value={email} error={error(email)} onChange={(e) => setEmail(e.target.value)} />
      <button type="submit">{busy ? 'sending' : 'send'}</button>
      {failure instanceof Error && <p role="alert">{failure.message}</p>}
    </form>
  )
}

const field = (name: string) => page.getByRole('textbox', { name })
const send = () => page.getByRole('button').click()

test('nothing is sent that is not ready, and the first wrong field has the focus', async () => {
  const act = vi.fn(async () => {})
  await render(<Two act={act} />)
  await field('name').fill('สุดา')
  await send()
  await expect.element(field('email')).toHaveFocus()
  await expect.element(field('email')).toHaveAccessibleDescription('is missing')
  expect(act).not.toHaveBeenCalled()
  await field('email').fill('suda@example.com')
  await send()
  expect(act).toHaveBeenCalledOnce()
  // What is emptied after it was sent is not marked before the next attempt.
  await field('email').fill('')
  await expect.element(field('email')).toHaveAccessibleDescription('')
})

test('a second press while the call is under way sends nothing', async () => {
  const held = Promise.withResolvers<void>()
  const act = vi.fn(() => held.promise)
  await render(<Two act={act} />)
  await field('name').fill('สุดา')
  await field('email').fill('suda@example.com')
  const form = page.getByRole('button').element().closest('form')
  // Both in one step, before anything is drawn again.
  form?.requestSubmit()
  form?.requestSubmit()
  await expect.element(page.getByText('sending')).toBeVisible()
  expect(act).toHaveBeenCalledOnce()
  held.resolve()
  await expect.element(page.getByText('sending')).not.toBeInTheDocument()
  await send()
  expect(act).toHaveBeenCalledTimes(2)
})

test('a refusal is kept until the next attempt', async () => {
  const act = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new Error('refused'))
  const second = Promise.withResolvers<void>()
  act.mockReturnValueOnce(second.promise)
  await render(<Two act={act} />)
  await field('name').fill('สุดา')
  await field('email').fill('suda@example.com')
  await send()
  await expect.element(page.getByRole('alert')).toHaveTextContent('refused')
  await send()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  second.resolve()
  await expect.element(page.getByText('sending')).not.toBeInTheDocument()
})
