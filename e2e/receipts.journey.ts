// A member keeps a receipt of a payment as a picture and the history as a file; nobody else sees the receipt.

import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { Member } from './testing/member.ts'
import { expect, expectAccessibleIn, oneWidth, test } from './testing/test.ts'
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
