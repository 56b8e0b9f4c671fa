// In a demo every page says that its money is made up: the member app’s, the console’s and the sandbox’s own.

import { readFileSync } from 'node:fs'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { expect, expectAccessible, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`every page says that the money is made up (${language})`, { tag: oneWidth[language] }, async ({
    page,
  }) => {
    const member = new Member(page, language)
    const said = (text: string) => page.getByRole('complementary', { name: text, exact: true })
    await member.arrive()
    for (const path of ['/login', '/howto', '/nothing']) {
      await page.goto(path)
      await expect(said(member.t('ui.demo'))).toHaveText(member.t('ui.demo'))
    }
    await member.begin()
    await expect(said(member.t('ui.demo'))).toBeVisible()

    const auditor = new Operator(page, language)
    await page.goto('/console')
    await page.locator('select').first().selectOption(language)
    await expect(said(auditor.t('ui.demo'))).toBeVisible()
    await auditor.logIn('auditor')
    await expect(said(auditor.t('ui.demo'))).toHaveText(auditor.t('ui.demo'))

    const texts = JSON.parse(
      readFileSync(new URL(`../sandbox/page/texts.${language}.json`, import.meta.url), 'utf8'),
    )
    for (const path of ['/sandbox', '/sandbox/play/PG']) {
      await page.goto(path)
      await page.locator('header select').selectOption(language)
      await expect(said(texts.playMoney)).toHaveText(texts.playMoney)
      await expectAccessible(page)
    }
  })
}
