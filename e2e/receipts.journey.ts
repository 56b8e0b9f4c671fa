// A member keeps a receipt of a payment as a picture and the history as a file; nobody else sees the receipt.

import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { plainText } from '../web/i18n/plain-text.ts'
import { Member } from './testing/member.ts'
import { expect, expectAccessible, expectAccessibleIn, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

/** The file that a press saves. */
async function savedBy(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent('download')
  await button.click()
  const download = await saving
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

for (const language of languages) {
  test(`a receipt: seen, saved, and nobody else's (${language})`, { tag: oneWidth[language] }, async ({
    page,
    sandbox,
  }) => {
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    await member.payIn(sandbox, person, 1200.5)
    await member.expectTotal('฿1,200.50')
    await page.goto('/user/statement')
    const sheet = page.getByRole('dialog')

    await test.step('from its row, and the picture', async () => {
      await page.locator('main li button[aria-expanded]').first().click()
      await page.getByRole('button', { name: t('ui.receipt'), exact: true }).click()
      await expect(sheet.getByText(t('statement.receipt.deposit.SUCCESS'))).toBeVisible()
      await expect(sheet.getByText('฿1,200.50', { exact: true })).toBeVisible()
      await expect(sheet).toContainText(/TX\d+/)
      await expectAccessibleIn(language, page)
      const save = sheet.getByRole('button', { name: t('statement.receipt.save') })
      const { name, bytes } = await savedBy(page, save)
      expect(name).toMatch(/^krapao-tx\d+\.png$/)
      // A PNG of 1,080 pixels' width.
      expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16)]).toEqual(['PNG', 1080])
      await member.close()
    })

    await test.step('by its address, once', async () => {
      const { statements } = await page.evaluate(async () => {
        const answer = await fetch('/api/statement', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-requested-with': 'wallet-user',
            authorization: `Bearer ${localStorage.getItem('token')}`,
          },
          body: JSON.stringify({ page: 1, limit: 1 }),
        })
        return answer.json()
      })
      await page.goto(`/user/statement?receipt=${statements[0]._id}`)
      await expect(sheet.getByText('฿1,200.50', { exact: true })).toBeVisible()
      await expect(page).toHaveURL(/\/user\/statement$/)
      await page.goBack()
      await expect(sheet).toHaveCount(0)
      await page.goto('/user/statement?receipt=1')
      await expect(sheet.getByText(t('errorMsg.NO_DATA'))).toBeVisible()
      await member.close()
    })

    await test.step('the history as PDF', async () => {
      const pdf = page.getByRole('button', { name: t('statement.pdf'), exact: true })
      const { name, bytes } = await savedBy(page, pdf)
      expect([name, bytes.toString('latin1', 0, 5)]).toEqual(['statement.pdf', '%PDF-'])
    })
  })
}

for (const language of languages) {
  test(`a link by which somebody else checks a receipt (${language})`, { tag: oneWidth[language] }, async ({
    page,
    browser,
    sandbox,
    watch,
    allow,
  }) => {
    // The link that was ended.
    allow.push(/ 404 /, /status of 404/)
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    await member.payIn(sandbox, person, 765.25)
    await member.expectTotal('฿765.25')
    await page.goto('/user/statement')
    await page.locator('main li button[aria-expanded]').first().click()
    await page.getByRole('button', { name: t('ui.receipt'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: t('ui.receipt') })

    await member.button('statement.receipt.link.make').click()
    const url = await sheet.getByText(/\/r\/[\w-]{22}$/).innerText()
    await expectAccessibleIn(language, page)
    const save = sheet.getByRole('button', { name: t('statement.receipt.save') })
    expect((await savedBy(page, save)).bytes.toString('latin1', 1, 4)).toBe('PNG')

    const visitor = await browser.newContext({ locale: { th: 'th-TH', la: 'lo-LA', en: 'en-GB' }[language] })
    await watch(visitor)
    const other = await visitor.newPage()
    await other.goto(url)
    // The server writes this page itself, without what the build does to texts.
    const title = plainText(t('statement.receipt.deposit.SUCCESS'))
    await expect(other.getByRole('heading', { name: title })).toBeVisible()
    await expect(other.getByText('฿765.25', { exact: true })).toBeVisible()
    await expect(other.locator('body')).not.toContainText(person.lastName, { ignoreCase: true })
    await expect(other.locator('body')).not.toContainText(person.accountNo)
    await expectAccessible(other)

    await sheet.getByRole('button', { name: t('statement.receipt.link.end'), exact: true }).click()
    await page
      .getByRole('dialog', { name: t('statement.receipt.link.endAsk') })
      .getByRole('button', { name: t('statement.receipt.link.end'), exact: true })
      .click()
    await expect(member.button('statement.receipt.link.make')).toBeVisible()
    await other.reload()
    await expect(other.getByText('฿765.25', { exact: true })).toHaveCount(0)
    await visitor.close()
  })
}
