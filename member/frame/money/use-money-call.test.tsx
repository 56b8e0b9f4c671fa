import { ApiError } from '@krapao/web/api/client.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Overlay } from '../../ui/overlay.tsx'
import { useMoneyCall } from './use-money-call.ts'

/** How often money is moved is the server's to say (rules.md §1.5); here the browser's side of it. */

afterEach(() => {
  for (const name of kept()) local.remove(name)
  vi.unstubAllGlobals()
})

/** An answer that the test gives when it wants to. */
function later() {
  const keys: string[] = []
  let give = { resolve(_: string) {}, reject(_: unknown) {} }
  const act = vi.fn((key: string) => {
    keys.push(key)
    return new Promise<string>((resolve, reject) => {
      give = { resolve, reject }
    })
  })
  return {
    act,
    keys,
    answer: (text: string) => give.resolve(text),
    fail: (error: unknown) => give.reject(error),
  }
}
const lost = new ApiError('NETWORK', 0)

/** A sheet that moves an amount. @param member another one in each test, because requests are a member's */
function Sheet({
  act,
  member,
  log,
  name = 'move',
}: {
  act(key: string): Promise<string>
  member: string
  log: string[]
  name?: string
}) {
  const [said, say] = useState('')
  const { send, sending, unsure, failure } = useMoneyCall<{ amount: number }, string, { fee: number }>(
    'withdrawal',
    member,
    {
      screen: { show: (answer, _, isFirst) => say(`${answer} ${isFirst ? 'first' : 'later'}`) },
      notify: (answer) => log.push(`notified ${answer}`),
      refuse: (error) => void log.push(`refused ${(error as ApiError).code}`),
      unsureText: 'unsure',
      settled: () => log.push('settled'),
    },
  )
  return (
    <>
      <button
        type="button"
        disabled={sending}
        onClick={async () => {
          const { present } = await send({ amount: 100 }, act)
          if (present) say(`fee ${present.fee}`)
        }}
      >
        {name}
      </button>
      <p>{said}</p>
      <p>
        {`unsure ${unsure.length}`}
        {failure instanceof ApiError && `, failed ${failure.code}`}
      </p>
    </>
  )
}

let members = 0
async function shown(view: (props: { member: string; log: string[] }) => ReactNode) {
  const log: string[] = []
  const member = `member${++members}`
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      {view({ member, log })}
      <Overlay />
    </QueryClientProvider>,
  )
  return { log, member, screen }
}
const button = (name = 'move') => page.getByRole('button', { name, exact: true })
const kept = () => local.names().filter((name) => name.startsWith('money-request:'))

test('two presses at once send it once, and the sheet shows the answer', async () => {
  const { act, answer } = later()
  const { log } = await shown((props) => <Sheet {...props} act={act} />)
  const element = button().element() as HTMLButtonElement
  element.click()
  element.click()
  await expect.poll(() => act.mock.calls.length).toBe(1)
  expect(kept()).toHaveLength(1)
  answer('done')
  await expect.element(page.getByText('done first')).toBeVisible()
  expect(act).toHaveBeenCalledTimes(1)
  expect(log).toEqual(['settled'])
  expect(kept()).toEqual([])
})

test('an answer that got lost is unsure, and the next press sends the same key', async () => {
  const { act, keys, answer, fail } = later()
  await shown((props) => <Sheet {...props} act={act} />)
  await button().click()
  await expect.poll(() => keys.length).toBe(1)
  fail(lost)
  await expect.element(page.getByText('unsure 1')).toBeVisible()
  await button().click()
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[1]).toBe(keys[0])
  answer('done')
  await expect.element(page.getByText('done later')).toBeVisible()
  await expect.element(page.getByText('unsure 0')).toBeVisible()
})

test('after a refusal the next press is a new request', async () => {
  const { act, keys, fail } = later()
  const { log } = await shown((props) => <Sheet {...props} act={act} />)
  await button().click()
  await expect.poll(() => keys.length).toBe(1)
  fail(new ApiError('MONEY_NOT_ENOUGH', 422))
  await expect.element(page.getByText('unsure 0, failed MONEY_NOT_ENOUGH')).toBeVisible()
  expect(log).toEqual(['settled', 'refused MONEY_NOT_ENOUGH'])
  await button().click()
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[1]).not.toBe(keys[0])
})

test('what was not sent leaves nothing to ask about', async () => {
  const { act, keys, fail } = later()
  await shown((props) => <Sheet {...props} act={act} />)
  await button().click()
  await expect.poll(() => keys.length).toBe(1)
  fail(new ApiError('NOT_SENT', 0))
  await expect.element(page.getByText('unsure 0, failed NOT_SENT')).toBeVisible()
  expect(kept()).toEqual([])
})

test('the same wish from another view, while it is under way, is not sent', async () => {
  const { act, keys } = later()
  await shown((props) => (
    <>
      <Sheet {...props} act={act} />
      <Sheet {...props} act={act} name="again" />
    </>
  ))
  await button().click()
  await expect.poll(() => keys.length).toBe(1)
  await button('again').click()
  await expect.poll(() => page.getByRole('status').element().textContent).toMatch(/ดำเนิน/)
  expect(act).toHaveBeenCalledTimes(1)
})

test('an answer that comes after the sheet was closed is a message', async () => {
  const { act, keys, answer } = later()
  let close = () => {}
  function Closing(props: { member: string; log: string[] }) {
    const [isOpen, setOpen] = useState(true)
    close = () => setOpen(false)
    return isOpen ? <Sheet {...props} act={act} /> : null
  }
  const { log } = await shown((props) => <Closing {...props} />)
  await button().click()
  await expect.poll(() => keys.length).toBe(1)
  close()
  await expect.element(button()).not.toBeInTheDocument()
  answer('done')
  await expect.poll(() => log).toEqual(['settled', 'notified done'])
})

test('figures that have changed are the answer, and nothing is shown as refused', async () => {
  const { act, keys, fail } = later()
  const { log } = await shown((props) => <Sheet {...props} act={act} />)
  await button().click()
  await expect.poll(() => keys.length).toBe(1)
  fail(new ApiError('FIGURES_CHANGED', 409, { present: { fee: 7 } }))
  await expect.element(page.getByText('fee 7')).toBeVisible()
  expect(log).toEqual(['settled'])
  expect(kept()).toEqual([])
})

test('the button that was pressed has the focus again', async () => {
  const { act, keys, fail } = later()
  await shown((props) => <Sheet {...props} act={act} />)
  button().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => keys.length).toBe(1)
  await expect.element(button()).toBeDisabled()
  fail(new ApiError('MONEY_NOT_ENOUGH', 422))
  await expect.element(button()).toHaveFocus()
})

test('a lost answer is asked for, and shown when the server has it', async () => {
  const { act, keys, fail } = later()
  const asked: string[] = []
  const inBrowser = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, options?: RequestInit) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.href)
    if (!pathname.startsWith('/api/wallet/answer/')) return inBrowser(input, options)
    asked.push(pathname)
    return Response.json({ answered: true, status: 200, body: 'stored' })
  })
  await shown((props) => <Sheet {...props} act={act} />)
  await button().click()
  await expect.poll(() => keys.length).toBe(1)
  fail(lost)
  await expect.element(page.getByText('stored later')).toBeVisible()
  expect(asked).toEqual([`/api/wallet/answer/${keys[0]}`])
  expect(kept()).toEqual([])
  await expect.element(page.getByText('unsure 0')).toBeVisible()
})
