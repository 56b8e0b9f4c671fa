import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'
import { createToasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const make = () => createToasts({ max: 2, milliseconds: 4000, place: 'toasts' })
const region = () => page.getByRole('status')
const lines = (within: ParentNode = region().element()) =>
  [...within.querySelectorAll('.toast')].map(({ textContent }) => textContent)

/** @returns what lets time pass */
async function shown() {
  const { toast, Toasts } = make()
  await render(<Toasts />)
  return { toast, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('the region is there before a message is: one that comes with its text is not read out', async () => {
  await shown()
  expect(region().element().getAttribute('aria-live')).toBe('polite')
  expect(lines()).toEqual([])
})

test('a message goes after its time', async () => {
  const { toast, pass } = await shown()
  toast('positive', 'saved')
  await pass(3900)
  expect(lines()).toEqual(['saved'])
  await pass(200)
  expect(lines()).toEqual([])
})

test('one with a time of its own stays for that', async () => {
  const { toast, pass } = await shown()
  toast('neutral', 'with a link', { milliseconds: 8000 })
  await pass(7900)
  expect(lines()).toEqual(['with a link'])
  await pass(200)
  expect(lines()).toEqual([])
})

test('the same text is shown once, for its time since it was said last', async () => {
  const { toast, pass } = await shown()
  toast('neutral', 'copied')
  await pass(3000)
  toast('neutral', 'copied')
  await pass(2000)
  expect(lines()).toEqual(['copied'])
})

test('of more than there is room for, what went wrong stays', async () => {
  const { toast, pass } = await shown()
  toast('negative', 'refused')
  for (const text of ['one', 'two', 'three']) toast('neutral', text)
  await pass(10)
  expect(lines()).toEqual(['refused', 'three'])
})

const sheet = (
  <Dialog title="a sheet" onClose={() => {}}>
    text
  </Dialog>
)

test('an open dialog has its own region before a message is said, and takes what was said before', async () => {
  const { toast, Toasts } = make()
  const view = (withDialog: boolean) => (
    <>
      {withDialog && sheet}
      <Toasts />
    </>
  )
  const screen = await render(view(false))
  toast('positive', 'before the dialog')
  await vi.advanceTimersByTimeAsync(10)
  expect(lines()).toEqual(['before the dialog'])
  await screen.rerender(view(true))
  const dialog = page.getByRole('dialog').element()
  expect(lines(dialog)).toEqual(['before the dialog'])
  toast('positive', 'after the dialog')
  await vi.advanceTimersByTimeAsync(10)
  expect(lines(dialog)).toEqual(['before the dialog', 'after the dialog'])
  const shown = dialog.querySelector('.toasts')
  expect(shown?.matches(':popover-open')).toBe(true)
  expect(shown?.closest('[aria-live="polite"]')?.parentElement).toBe(dialog)
  await screen.rerender(view(false))
  expect(lines()).toEqual(['before the dialog', 'after the dialog'])
  expect(region().element().querySelector('.toasts')?.matches(':popover-open')).toBe(true)
})

test('over an open dialog its button can be pressed', async () => {
  const { toast, Toasts } = make()
  const copy = vi.fn()
  await render(
    <>
      {sheet}
      <Toasts />
    </>,
  )
  const more = (
    <button type="button" onClick={copy}>
      copy
    </button>
  )
  toast('negative', 'refused', { more })
  await vi.advanceTimersByTimeAsync(10)
  await page.getByRole('button', { name: 'copy' }).click({ timeout: 3000 })
  expect(copy).toHaveBeenCalledOnce()
})

test('of two dialogs the upper one has it, and the lower one once that is closed', async () => {
  const { toast, Toasts } = make()
  const view = (withUpper: boolean) => (
    <>
      {sheet}
      {withUpper && (
        <Dialog title="a question" onClose={() => {}}>
          text
        </Dialog>
      )}
      <Toasts />
    </>
  )
  const screen = await render(view(false))
  await screen.rerender(view(true))
  toast('positive', 'saved')
  await vi.advanceTimersByTimeAsync(10)
  expect(lines(page.getByRole('dialog', { name: 'a question' }).element())).toEqual(['saved'])
  await screen.rerender(view(false))
  expect(lines(page.getByRole('dialog', { name: 'a sheet' }).element())).toEqual(['saved'])
})
