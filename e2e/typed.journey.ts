// What people type stays: while an upload is on its way, while a date is half typed, whatever digits their
// keyboard has, and behind a dialog that must not be closed.

import type { Locator } from '@playwright/test'
import { campaignsOf, freeBonus } from './testing/campaigns.ts'
import { Member, newPerson } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { expect, test } from './testing/test.ts'

/**
 * Fills fields in one task, as the script of a password manager does: nothing is drawn between one field and
 * the next.
 */
async function fillAtOnce(fields: readonly (readonly [Locator, string])[]): Promise<void> {
  const elements = await Promise.all(fields.map(([field]) => field.elementHandle()))
  await fields[0]?.[0].page().evaluate(
    ([controls, values]) => {
      for (const [at, control] of controls.entries()) {
        const { prototype } = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
        // Past React's own setter on the element, as such scripts do.
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, values[at])
        control?.dispatchEvent(new Event('input', { bubbles: true }))
        control?.dispatchEvent(new Event('change', { bubbles: true }))
      }
    },
    [elements, fields.map(([, value]) => value)] as const,
  )
  for (const [field, value] of fields) await expect(field).toHaveValue(value)
}

test('a campaign’s picture that arrives late leaves the rest of the form alone', { tag: '@desktop' }, async ({
  page,
}) => {
  const owner = new Operator(page, 'en')
  const { t } = owner
  await owner.begin('owner')
  await page.goto('/console/campaigns/bonus/new')
  let deliver = () => {}
  const mayArrive = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route('**/api/console/campaigns/pictures', async (route) => {
    await mayArrive
    await route.continue()
  })
  const buffer = await page.screenshot()
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await page.locator('input[name=code]').fill('late1')
  await page.locator('[name="content/title/th"]').fill('New year')
  await page.locator('[name="content/budget"]').fill('500')
  deliver()
  await expect(page.getByAltText(t('campaign.bannerOf', { number: 1 }))).toBeVisible()
  await expect(page.locator('input[name=code]')).toHaveValue('LATE1')
  await expect(page.locator('[name="content/title/th"]')).toHaveValue('New year')
  await expect(page.locator('[name="content/budget"]')).toHaveValue('500')
})

test('what comes while a version is being sent is no draft of the next one', { tag: '@desktop' }, async ({
  page,
}) => {
  const owner = new Operator(page, 'en')
  const { t } = owner
  const code = `SENT${Math.floor(Math.random() * 1e8)}`
  await (await campaignsOf(page.request)).publish('bonus', code, freeBonus({}))
  await owner.begin('owner')
  await page.goto(`/console/campaigns/bonus/${code}/edit`)
  // The page scrolls inside its frame, and the window not at all.
  await expect(page.locator('[name=reason]')).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  const held: (() => void)[] = []
  for (const call of ['pictures', `bonus/${code}/versions`]) {
    await page.route(`**/api/console/campaigns/${call}`, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
  }
  const buffer = await page.screenshot()
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await expect.poll(() => held.length).toBe(1)
  const [deliverPicture = () => {}] = held
  const reason = page.locator('[name=reason]')
  await reason.fill('Without a picture')
  await reason.press('Enter')
  await expect.poll(() => held.length).toBe(2)
  await page.keyboard.type('and so on')
  held[1]?.()
  await expect(page).toHaveURL(new RegExp(`/campaigns/bonus/${code}$`))
  const arrived = page.waitForResponse('**/api/console/campaigns/pictures')
  deliverPicture()
  await (await arrived).finished()
  await page.getByRole('link', { name: t('campaign.newVersion'), exact: true }).click()
  await expect(reason).toHaveValue('')
  await expect(page.getByAltText(t('campaign.bannerOf', { number: 1 }))).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('campaign.discard'), exact: true })).toHaveCount(0)
})

test('a day is typed by the keyboard, and a search in two words', { tag: '@desktop' }, async ({ page }) => {
  const member = new Member(page, 'en')
  await member.begin('/user/statement?from=2026-01-10')
  const from = page.getByLabel(member.t('statement.fromDay'), { exact: true })
  await expect(from).toHaveValue('2026-01-10')
  // The year is the last part in every language's order here.
  await from.focus()
  await from.press('Tab')
  await from.press('Tab')
  await page.keyboard.type('2025', { delay: 60 })
  await expect(from).toHaveValue('2025-01-10')
  await expect(page).toHaveURL(/from=2025-01-10/)

  const search = page.getByRole('searchbox')
  await search.pressSequentially('pg ')
  await expect(page).toHaveURL(/search=pg/)
  await search.pressSequentially('slot')
  await expect(page).toHaveURL(/search=pg\+slot|search=pg%20slot/)
  await expect(search).toHaveValue('pg slot')
})

test('a code is typed in Thai digits', { tag: '@phone' }, async ({ page, sandbox }) => {
  const person = newPerson()
  const member = new Member(page, 'th')
  await member.arrive('/register')
  await member.field('account.phone.label').fill(person.phone)
  await member.button('ui.next').click()
  const code = await sandbox.readCode(person.phone)
  await member
    .field('account.code.label')
    .pressSequentially(code.replace(/\d/g, (digit) => String.fromCodePoint(0xe50 + Number(digit))))
  await expect(member.heading('account.step.person')).toBeFocused()
})

test('a sheet that must stay open stays, however often Escape is pressed', { tag: '@desktop' }, async ({
  page,
  sandbox,
  allow,
}) => {
  allow.push(/Failed to load resource/)
  const member = new Member(page, 'th')
  await member.join(sandbox)
  await member.openDeposit('bank')
  let lose = () => {}
  await page.route('**/api/wallet/slip', async (route) => {
    await new Promise<void>((resolve) => {
      lose = resolve
    })
    await route.abort('connectionreset')
  })
  const sent = page.waitForRequest('**/api/wallet/slip')
  await member.sendSlip(await page.screenshot())
  await sent
  const sheet = member.dialog('deposit.title')
  for (let times = 0; times < 6; times++) await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  lose()
  await expect(sheet.getByRole('alert').first()).toBeVisible()
  await page.unroute('**/api/wallet/slip')
})

test('forms that a password manager fills in one go keep all of it', { tag: '@phone' }, async ({
  page,
  sandbox,
}) => {
  const person = newPerson()
  const member = new Member(page, 'en')
  const { field, button, t } = member

  await test.step('the day of birth', async () => {
    await member.arrive('/register')
    await field('account.phone.label').fill(person.phone)
    await button('ui.next').click()
    await field('account.code.label').fill(await sandbox.readCode(person.phone))
    await expect(member.heading('account.step.person')).toBeVisible()
    const date = page.getByRole('group', { name: t('account.birth.date') })
    await fillAtOnce([
      [field('account.name.label'), person.name],
      [field('account.password.label'), person.password],
      [field('account.password.confirm'), person.password],
      [date.getByRole('textbox').first(), '17'],
      [date.getByRole('combobox'), '8'],
      [date.getByRole('textbox').last(), '1991'],
    ])
  })

  await test.step('the profile', async () => {
    await member.join(sandbox, newPerson())
    await page.goto('/user/profile')
    await button('account.profile.bankEdit').click()
    await fillAtOnce([
      [field('account.name.label'), 'Malee Jaidee'],
      [field('account.bank.accountName'), 'MALEE JAIDEE'],
      [field('account.bank.accountNo'), '1112223334'],
    ])
    await page.keyboard.press('Escape')
    await expect(member.dialog('account.profile.edit')).toBeHidden()
  })

  await test.step('the password', async () => {
    await button('account.password.change').click()
    await fillAtOnce([
      [field('account.password.old'), 'the old one'],
      [field('account.password.new'), 'the new one'],
      [field('account.password.confirmNew'), 'the new one'],
    ])
  })
})

test('while a transfer is on its way the sheet shows its ends and no others', { tag: '@phone' }, async ({
  page,
  sandbox,
}) => {
  const member = new Member(page, 'th')
  const person = await member.join(sandbox)
  await member.payIn(sandbox, person, 120)
  await member.activate('PG')
  await page.reload()
  await member.expectTotal('฿120.00')
  await member.button('wallet.transfer').first().click()
  await member.choose('wallet.from', member.t('wallet.mainWallet'))
  await member.choose('wallet.to', 'PG')
  const form = member.dialog('wallet.transfer')
  await form.getByLabel(member.t('wallet.amount'), { exact: true }).fill('50')
  let send = () => {}
  const maySend = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/api/wallet/transfer', async (route) => {
    await maySend
    await route.continue()
  })
  const swap = form.getByRole('button', { name: member.t('wallet.swap'), exact: true })
  const place = await swap.boundingBox()
  const sending = page.waitForRequest('**/api/wallet/transfer')
  await member.button('wallet.submitAmount', { amount: '฿50.00' }).click()
  await sending
  await expect(swap.locator('xpath=ancestor::*[@inert]')).toHaveCount(1)
  // Pressed where it is.
  if (place) await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
  await expect(form.getByRole('option', { selected: true, includeHidden: true }).first()).toContainText(
    member.t('wallet.mainWallet'),
  )
  send()
  await expect(page.getByText('฿70.00').first()).toBeVisible()
})
