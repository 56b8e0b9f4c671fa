// The first day of a member, from the register wizard to the log-out, in each language.

import { Member, newPerson } from './testing/member.ts'
import { everyLanguage, expect, expectAccessibleIn, expectNoDialog, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const language of languages) {
  test(`register, pay in, play, bring the win home (${language})`, { tag: everyLanguage[language] }, async ({
    page,
    context,
    sandbox,
  }) => {
    test.setTimeout(300_000)
    const member = new Member(page, language)
    const { t } = member
    const person = newPerson()

    await test.step('register with the code from the phone', async () => {
      await member.arrive()
      await page
        .getByRole('link', { name: t('account.login.register'), exact: true })
        .first()
        .click()
      await member.register(person, sandbox)
    })

    await test.step('log in and read the agreement', async () => {
      await member.logIn(person)
      await expect(page).toHaveURL(/\/user\/home$/)
      await member.agree()
      await member.expectTotal('฿0.00')
    })

    await test.step('a bank transfer shows without reloading', async () => {
      await member.payIn(sandbox, person, 500)
      await member.expectTotal('฿500.00')
    })

    await test.step('open a game and transfer money into it', async () => {
      const game = await member.openGame('PG')
      await game.getByRole('button', { name: t('game.open'), exact: true }).click()
      await expect(game.getByLabel(t('game.username'), { exact: true })).not.toHaveValue('')
      await member.close()
      await member.transfer(t('wallet.mainWallet'), 'PG', '200.00')
      await expect(page.getByText('฿300.00', { exact: true }).first()).toBeVisible()
    })

    await test.step('play in the game’s own tab', async () => {
      const game = await member.openGame('PG')
      const opened = context.waitForEvent('page')
      await game.getByRole('button', { name: t('game.play', { name: 'PG' }) }).click()
      const tab = await opened
      await tab.waitForURL(/\/sandbox\/play\/PG\?ticket=/)
      await expect(tab.getByText(/200\.00/).first()).toBeVisible()
      await expectAccessibleIn(language, tab)
      const username = await game.getByLabel(t('game.username'), { exact: true }).inputValue()
      // The rounds on the tab's reels are random, so this round with a known win is played by a call.
      await sandbox.play('PG', { username, stake: 50, win: 175.5 })
      await tab.close()
      await member.close()
    })

    await test.step('a refresh shows the win', async () => {
      await member.button('wallet.refresh').first().click()
      await member.expectTotal('฿625.50')
    })

    await test.step('bring it home', async () => {
      await member.transfer('PG', t('wallet.mainWallet'), '325.50')
      await expect(page.getByText('฿625.50', { exact: true }).nth(1)).toBeAttached()
      // The sheet's step back would close what is opened before it has come.
      await expectNoDialog(page)
    })

    await test.step('look at the profile and change the password', async () => {
      await page.getByRole('link', { name: t('menu.profile'), exact: true }).click()
      await expect(member.heading('account.profile.title')).toBeVisible()
      await expect(
        page.getByText(person.accountNo.replace(/^(...)(...)/, '$1-$2-'), { exact: true }),
      ).toBeVisible()
      await member.button('account.password.change').click()
      const modal = member.dialog('account.password.change')
      await expect(modal).toBeVisible()
      await member.field('account.password.old').fill(person.password)
      await member.field('account.password.new').fill(`${person.password}-new`)
      await member.field('account.password.confirmNew').fill(`${person.password}-new`)
      await modal.getByRole('button', { name: t('account.password.change') }).click()
      await expect(member.text('account.password.changed')).toBeVisible()
    })

    await test.step('log out, and in again with the new password', async () => {
      await member.button('menu.logout').first().click()
      await member
        .dialog('menu.logoutAsk')
        .getByRole('button', { name: t('menu.logout'), exact: true })
        .click()
      await expect(page).toHaveURL(/\/login$/)
      await member.logIn({ ...person, password: `${person.password}-new` })
      await member.expectTotal('฿625.50')
    })
  })
}
