import type { Bonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { t } from '@krapao/web/i18n/i18n.ts'
import { openNetwork } from '@krapao/web/testing/network.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { conditionOf } from '../../testing/answers.ts'
import { asMember, showPart } from '../../testing/part.tsx'
import { MoreOffers } from './more-offers.tsx'
import { useOffers } from './use-offers.ts'

const { hold } = openNetwork()
asMember()

const offer = (number: number, change: Partial<Bonus> = {}): Bonus => ({
  code: `B${number}`,
  version: 1,
  title: `Offer ${number}`,
  description: '',
  type: 'limit',
  maxReceived: 1,
  percentFail: 5,
  banners: [],
  credit: { kind: 'free', amount: 10 },
  condition: conditionOf({ percent: 300 }),
  maxTotal: 1000,
  currency: 'THB',
  endsAt: null,
  isReceived: false,
  userBonus: null,
  ...change,
})
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** The list as the page of bonuses has it, without the socket of that page. */
function Offers() {
  const offers = useOffers()
  const list = useRef<HTMLUListElement>(null)
  const shown = offers.data ?? []
  return (
    <>
      <ul ref={list}>
        {shown.map(({ code, title, isReceived }) => (
          <li key={code} data-offer={code} tabIndex={-1}>
            <button type="button" disabled={isReceived}>
              {title}
            </button>
          </li>
        ))}
      </ul>
      <MoreOffers offers={offers} shown={shown} list={list} />
    </>
  )
}

async function shown(total: number) {
  const list = hold('GET /api/bonus')
  await showPart(<Offers />, 'bonus')
  await expect.poll(() => list.sent.length).toBe(1)
  list.answer({ total, bonuses: numbers(1, Math.min(total, 10)).map((number) => offer(number)) })
  await expect.element(page.getByRole('button', { name: 'Offer 1' }).first()).toBeVisible()
  return list
}
const more = () => page.getByRole('button', { name: t('bonus.more') })
const named = (title: string) => page.getByRole('button', { name: title })

test('a few offers are all there', async () => {
  await shown(3)
  await expect.element(named('Offer 3')).toBeVisible()
  await expect.element(more()).not.toBeInTheDocument()
})

test('further offers come a page at a time, and the focus goes on with them', async () => {
  const list = await shown(12)
  await more().click()
  await expect.poll(() => list.sent.length).toBe(2)
  // What has moved down meanwhile is there once.
  list.answer({ total: 12, bonuses: [offer(10), offer(11), offer(12)] })
  await expect.element(named('Offer 11')).toHaveFocus()
  await expect.element(named('Offer 12')).toBeVisible()
  expect(named('Offer 10').elements()).toHaveLength(1)
  await expect.element(more()).not.toBeInTheDocument()
})

test('what could not be loaded can be tried again, and the offers before it stay', async () => {
  const list = await shown(12)
  await more().click()
  await expect.poll(() => list.sent.length).toBe(2)
  list.refuse('NO_DATA')
  await expect.element(saying(page.getByRole('alert'), t('bonus.moreFailed'))).toBeVisible()
  await expect.element(named('Offer 10')).toBeVisible()
  await page.getByRole('button', { name: t('ui.retry') }).click()
  await expect.poll(() => list.sent.length).toBe(3)
  list.answer({ total: 12, bonuses: [offer(11, { isReceived: true }), offer(12)] })
  // It can be read, and not be pressed.
  await expect.poll(() => document.activeElement?.textContent).toContain('Offer 11')
})
