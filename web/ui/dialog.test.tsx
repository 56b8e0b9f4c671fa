import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'

/** A page with a button that opens a dialog, in which another one can be opened. */
function Opener({ locked = false, onClose = () => {} }: { locked?: boolean; onClose?: () => void }) {
  const [open, setOpen] = useState<string[]>([])
  const [first, second] = open
  const close = () => {
    onClose()
    setOpen(open.slice(0, -1))
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(['first'])}>
        open
      </button>
      {first && (
        <Dialog title={first} locked={locked} onClose={close}>
          <input type="file" aria-label="picture" />
          <button type="button" onClick={() => setOpen(['first', 'second'])}>
            more
          </button>
        </Dialog>
      )}
      {second && (
        <Dialog title={second} onClose={close}>
          over the first
        </Dialog>
      )}
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const sheet = (name = 'first') => page.getByRole('dialog', { name })

async function opened(of: Parameters<typeof Opener>[0] = {}) {
  const onClose = vi.fn()
  await render(<Opener {...of} onClose={onClose} />)
  await button('open').click()
  await expect.element(sheet()).toBeVisible()
  return { onClose }
}

/** Presses a place of the page that the sheet does not cover. */
const pressBackdrop = () =>
  sheet()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))

test('reading starts at its title, and the focus returns to what opened it', async () => {
  await opened()
  await expect.element(page.getByRole('heading', { name: 'first' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.element(button('open')).toHaveFocus()
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its button', () => button('ปิด').click()],
  ['a press beside it', async () => pressBackdrop()],
  ['the back button', async () => history.back()],
])('%s closes it once', async (_, close) => {
  const { onClose } = await opened()
  // The dialog's entry of the history is made a moment after it opens.
  await expect.poll(() => history.state?.dialog).toBe(1)
  await close()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.poll(() => history.state?.dialog ?? 0).toBe(0)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a locked one stays, whatever is pressed', async () => {
  const { onClose } = await opened({ locked: true })
  await expect.element(button('ปิด')).toBeDisabled()
  // At a second Escape without a press in between, browsers close a dialog by themselves.
  for (const _ of [1, 2, 3]) await userEvent.keyboard('{Escape}')
  pressBackdrop()
  history.back()
  await expect.poll(() => history.state?.dialog).toBe(1)
  await expect.element(sheet()).toBeVisible()
  expect((sheet().element() as HTMLDialogElement).open).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

test('one above another is closed alone, and the focus returns into the lower one', async () => {
  await opened()
  await button('more').click()
  await expect.element(sheet('second')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet('second')).not.toBeInTheDocument()
  await expect.element(sheet()).toBeVisible()
  await expect.element(button('more')).toHaveFocus()
})

test('a file chooser that is left without a file does not close it', async () => {
  const { onClose } = await opened()
  const chooser = page.getByLabelText('picture').element()
  chooser.dispatchEvent(new Event('cancel', { bubbles: true }))
  await expect.element(sheet()).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

test('what is behind it cannot be reached by the Tab key', async () => {
  await opened()
  const reached: (string | null)[] = []
  for (const _ of [1, 2, 3, 4, 5]) {
    await userEvent.keyboard('{Tab}')
    reached.push(document.activeElement?.textContent ?? null)
  }
  expect(reached).toContain('more')
  expect(reached).not.toContain('open')
})
