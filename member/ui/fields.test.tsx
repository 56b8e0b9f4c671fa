import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CodeField } from './code-field.tsx'
import { DateField } from './date-field.tsx'
import { MoneyField } from './money-field.tsx'
import { PasswordField } from './password-field.tsx'
import { QuickAmounts } from './quick-amounts.tsx'

const field = (name: string) => page.getByLabelText(name, { exact: true })
const input = (name: string) => field(name).element() as HTMLInputElement

/** What a paste from another app does. */
function paste(name: string, text: string): void {
  input(name).focus()
  document.execCommand('insertText', false, text)
}

/** A form with a field for an amount; `kept` is what it would send. */
async function money(start = '') {
  let kept = start
  function Form() {
    const [value, setValue] = useState(start)
    kept = value
    return <MoneyField label="จำนวน" currency="THB" value={value} onChange={setValue} />
  }
  await render(<Form />)
  return { kept: () => kept }
}

test('an amount has commas while it is typed, and the form keeps it without', async () => {
  const { kept } = await money()
  await field('จำนวน').click()
  await userEvent.keyboard('1234567.5')
  await expect.element(field('จำนวน')).toHaveValue('1,234,567.5')
  expect(kept()).toBe('1234567.5')
})

test('typed into the middle of an amount, the caret stays behind the figure', async () => {
  await money('12345')
  await field('จำนวน').click()
  input('จำนวน').setSelectionRange(2, 2)
  await userEvent.keyboard('9')
  await expect.element(field('จำนวน')).toHaveValue('129,345')
  expect(input('จำนวน').selectionStart).toBe(3)
  await userEvent.keyboard('8')
  await expect.element(field('จำนวน')).toHaveValue('1,298,345')
  // A comma has come before it, too.
  expect(input('จำนวน').selectionStart).toBe(5)
})

test('Backspace behind a comma takes the figure before it', async () => {
  const { kept } = await money('1234')
  await field('จำนวน').click()
  input('จำนวน').setSelectionRange(2, 2)
  await userEvent.keyboard('{Backspace}')
  expect(kept()).toBe('234')
})

test.each([
  ['๑๒๓๔', '1,234'],
  ['໕໐໐', '500'],
  ['฿ 1,500', '1,500'],
])('%s is read as %s', async (typed, shown) => {
  await money()
  paste('จำนวน', typed)
  await expect.element(field('จำนวน')).toHaveValue(shown)
})

/** A form with a field for a day. */
async function day(start = '') {
  const reported: string[] = []
  let choose = (_: string) => {}
  function Form() {
    const [value, setValue] = useState(start)
    choose = setValue
    return (
      <DateField
        label="วันที่"
        value={value}
        onChange={(next) => {
          reported.push(next)
          setValue(next)
        }}
      />
    )
  }
  await render(<Form />)
  return { reported, choose: (value: string) => choose(value) }
}

/** What the browser does while a year is typed: each figure is a date of its own. */
async function typeYear(years: string[]): Promise<void> {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (const year of years) {
    set?.call(input('วันที่'), `${year}-11-27`)
    input('วันที่').dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise(requestAnimationFrame)
  }
}

test('while a year is typed, only the whole one is reported', async () => {
  const { reported } = await day()
  await typeYear(['0002', '0020', '0202', '2026'])
  expect(reported).toEqual(['2026-11-27'])
})

test('what was not finished goes when the field is left', async () => {
  const { reported } = await day('2026-01-02')
  input('วันที่').focus()
  await typeYear(['0020'])
  input('วันที่').blur()
  await expect.element(field('วันที่')).toHaveValue('2026-01-02')
  expect(reported).toEqual([])
})

test('a day that is chosen elsewhere is shown', async () => {
  const { choose } = await day('2026-01-02')
  choose('2026-03-04')
  await expect.element(field('วันที่')).toHaveValue('2026-03-04')
})

/** A form with a field for a code of four digits. */
async function code(error?: string) {
  const onComplete = vi.fn()
  function Form() {
    const [value, setValue] = useState('')
    return (
      <CodeField
        label="รหัส"
        digits={4}
        value={value}
        error={error}
        onChange={setValue}
        onComplete={onComplete}
      />
    )
  }
  await render(<Form />)
  return { onComplete }
}

test('a code has the focus at once, and is complete once', async () => {
  const { onComplete } = await code()
  await expect.element(field('รหัส')).toHaveFocus()
  await userEvent.keyboard('12345')
  await expect.element(field('รหัส')).toHaveValue('1234')
  expect(onComplete.mock.calls).toEqual([['1234']])
})

test('of a whole message the code is taken, in Thai digits, too', async () => {
  const { onComplete } = await code()
  paste('รหัส', 'รหัสของคุณคือ ๔๓๒๑ ใช้ได้ 10 นาที')
  await expect.element(field('รหัส')).toHaveValue('4321')
  expect(onComplete.mock.calls).toEqual([['4321']])
})

test('the error of a code belongs to its field', async () => {
  await code('รหัสไม่ถูกต้อง')
  await expect.element(field('รหัส')).toHaveAccessibleDescription('รหัสไม่ถูกต้อง')
  expect(input('รหัส').getAttribute('aria-invalid')).toBe('true')
})

test('a shown password keeps what was typed, and its button says what it does', async () => {
  function Form() {
    const [value, setValue] = useState('')
    return (
      <PasswordField
        label="รหัสผ่าน"
        showLabel="แสดง"
        hideLabel="ซ่อน"
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
    )
  }
  await render(<Form />)
  await field('รหัสผ่าน').fill('Secret12')
  expect(input('รหัสผ่าน').type).toBe('password')
  await page.getByRole('button', { name: 'แสดง' }).click()
  expect(input('รหัสผ่าน').type).toBe('text')
  await expect.element(field('รหัสผ่าน')).toHaveValue('Secret12')
  await expect.element(page.getByRole('button', { name: 'ซ่อน', pressed: true })).toBeVisible()
})

const amounts = (last?: { amount: number | undefined; asking: boolean }) => (
  <QuickAmounts
    label="จำนวนด่วน"
    amounts={[100, 500, 1000]}
    value={500}
    currency="THB"
    disabled={false}
    {...(last && { last })}
    onPick={() => {}}
  />
)
const names = () =>
  page
    .getByRole('button')
    .elements()
    .map(({ firstChild }) => firstChild?.textContent)

test('the amount of the last time comes first, and there are no more than before', async () => {
  const screen = await render(amounts({ amount: undefined, asking: true }))
  // None may change under the finger.
  expect(names()).toEqual([])
  const { height } = page.getByRole('group', { name: 'จำนวนด่วน' }).element().getBoundingClientRect()
  await screen.rerender(amounts({ amount: 300, asking: false }))
  expect(names()).toEqual(['฿300', '฿100', '฿500'])
  const later = page.getByRole('group', { name: 'จำนวนด่วน' }).element().getBoundingClientRect()
  expect(later.height).toBe(height)
})

test('the chosen amount is said to be pressed', async () => {
  await render(amounts())
  await expect.element(page.getByRole('button', { name: '฿500', pressed: true })).toBeVisible()
  expect(page.getByRole('button', { pressed: true }).elements()).toHaveLength(1)
})
