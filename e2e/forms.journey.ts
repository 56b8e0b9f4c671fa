// The messages of the forms for wrong input (product.md §5, §8), in each language.

import { Member, newPerson } from './testing/member.ts'
import { placeOf } from './testing/place.ts'
import { expect, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`login: empty, wrong, and the message disappears on typing (${language})`, {
    tag: oneWidth[language],
  }, async ({ page }) => {
    const member = new Member(page, language)
    await member.arrive()
    await member.button('account.login.submit').click()
    await expect(member.field('account.phone.label')).toBeFocused()
    await expect(member.field('account.phone.label')).toHaveAttribute('aria-invalid', 'true')
    // The password is unique to this run, because failures of one password are counted over all accounts.
    await member.logIn(newPerson())
    await expect(member.text('errorMsg.WRONG_CREDENTIAL')).toBeVisible()
    await member.field('account.password.label').fill('another')
    await expect(member.text('errorMsg.WRONG_CREDENTIAL')).toBeHidden()
  })

  test(`register: each step says what is missing (${language})`, { tag: oneWidth[language] }, async ({
    page,
    sandbox,
  }) => {
    const member = new Member(page, language)
    const { t } = member
    const person = newPerson()
    await member.arrive('/register')

    await member.field('account.phone.label').fill('081234')
    await member.button('ui.next').click()
    await expect(member.text('errorMsg.PHONE_NUMBER_REQUIRE_10_DIGIT')).toBeVisible()
    // Nothing is cut off: what is too long is no number.
    await member.field('account.phone.label').fill('0812345678999')
    await expect(member.field('account.phone.label')).toHaveValue('0812345678999')
    await member.button('ui.next').click()
    await expect(member.text('errorMsg.PHONE_NUMBER_REQUIRE_10_DIGIT')).toBeVisible()
    await member.field('account.phone.label').fill('+66 (0)81 234 5678')
    await expect(member.field('account.phone.label')).toHaveValue('0812345678')
    await member.button('ui.next').click()
    await expect(member.text('errorMsg.EXISTING_USER')).toBeVisible()

    await member.field('account.phone.label').fill(person.phone)
    await member.button('ui.next').click()
    const code = await sandbox.readCode(person.phone)
    const wrong = code === '000000' ? '000001' : '000000'
    // What refuses a code has its room, so that the button stays under the finger.
    const confirm = member.button('account.code.verify')
    const place = await placeOf(confirm)
    await member.field('account.code.label').fill(wrong)
    await expect(member.text('errorMsg.OTP_CODE_INVALID')).toBeVisible()
    await expect(page.getByText(t('account.code.triesLeft_other', { count: 4 }))).toBeVisible()
    expect(await placeOf(confirm)).toBe(place)
    await member.field('account.code.label').fill(code)

    await expect(member.heading('account.step.person')).toBeVisible()
    await member.button('ui.next').click()
    await expect(member.field('account.name.label')).toBeFocused()
    await member.field('account.name.label').fill(person.name)
    await member.field('account.password.label').fill(person.password)
    await member.field('account.password.confirm').fill('something else')
    await member.birthDate('1', '1', '1990')
    await member.button('ui.next').click()
    await expect(member.text('account.problem.mismatch')).toBeVisible()
    await member.field('account.password.confirm').fill(person.password)
    await member.field('account.invite.label').fill('PR12345')
    await member.birthDate('1', '1', String(new Date().getFullYear() - 10))
    await member.button('ui.next').click()
    await expect(member.text('account.problem.age', { years: 20 })).toBeVisible()
    await member.birthDate('1', '1', '1990')
    await member.button('ui.next').click()
    await expect(member.text('account.problem.invite')).toBeVisible()
    await member.field('account.invite.label').fill('')
    await member.button('ui.next').click()

    await expect(member.heading('account.step.bank')).toBeVisible()
    await member.button('account.register.submit').click()
    await expect(member.field('account.bank.label')).toBeFocused()
    await member.field('account.bank.label').selectOption('KTB')
    await member.field('account.bank.firstName').fill('สุดา')
    await member.field('account.bank.lastName').fill('meesuk')
    await member.field('account.bank.accountNo').fill(person.accountNo)
    await member.button('account.register.submit').click()
    await expect(member.text('account.problem.english').first()).toBeVisible()
    await member.field('account.bank.firstName').fill('suda')
    await member.field('account.bank.label').selectOption('KBANK')
    await member.field('account.bank.accountNo').fill('123456789012')
    await member.button('account.register.submit').click()
    await expect(member.text('account.problem.accountNo', { digits: '10' })).toBeVisible()
    await member.field('account.bank.accountNo').fill('123-4-56789-0')
    await member.button('account.register.submit').click()
    await expect(member.text('errorMsg.EXISTING_BANK')).toBeVisible()
  })
}

test('an invite link fills in the code, which then cannot be changed', { tag: '@phone' }, async ({
  page,
  sandbox,
}) => {
  const member = new Member(page, 'en')
  const person = newPerson()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/account/invite-code', async (route) => {
    await held
    await route.continue()
  })
  await member.arrive('/register?code=PRdemomember22')
  const note = page.locator('main').getByRole('status').filter({ hasText: 'PRdemomember22' })
  await expect(member.text('account.invite.given', { code: 'PRdemomember22' })).toBeVisible()
  await expect(member.text('account.invite.with', { code: 'PRdemomember22' })).toBeHidden()
  const room = await note.boundingBox()
  answer()
  await expect(member.text('account.invite.with', { code: 'PRdemomember22' })).toBeVisible()
  expect(await note.boundingBox()).toEqual(room)
  await member.field('account.phone.label').fill(person.phone)
  await member.button('ui.next').click()
  await member.field('account.code.label').fill(await sandbox.readCode(person.phone))
  await expect(member.field('account.invite.label')).toHaveValue('PRdemomember22')
  await expect(member.field('account.invite.label')).toHaveAttribute('readonly', '')
})

test('an invite link that nobody has made says so at once, and another code can be typed in', {
  tag: '@phone',
}, async ({ page, sandbox }) => {
  const member = new Member(page, 'th')
  const person = newPerson()
  await member.arrive('/register?code=PR12345')
  await expect(member.text('account.invite.notFound', { code: 'PR12345' })).toBeVisible()
  await member.field('account.phone.label').fill(person.phone)
  await member.button('ui.next').click()
  await member.field('account.code.label').fill(await sandbox.readCode(person.phone))
  const field = member.field('account.invite.label')
  await expect(field).toHaveValue('')
  await field.fill('PRdemomember22')
  await expect(field).toHaveValue('PRdemomember22')

  await test.step('what was typed stays, and can be changed, when the network comes back and the check is repeated', async () => {
    for (const isAnswered of [true, false]) {
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      const link = '**/api/account/invite-code'
      await page.route(link, async (route) => {
        await held
        if (isAnswered) return route.continue()
        await route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT_1MIN' } })
      })
      const asked = page.waitForRequest(link)
      await page.evaluate(() => {
        dispatchEvent(new Event('offline'))
        dispatchEvent(new Event('online'))
      })
      await asked
      await expect(field).toBeEditable()
      const answered = page.waitForResponse(link)
      answer()
      await (await answered).finished()
      await expect(field).toHaveValue('PRdemomember22')
      await expect(field).toBeEditable()
      await page.unroute(link)
    }
  })
})
