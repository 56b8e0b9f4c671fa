// A walk through every page and sheet, in each language and width, light and dark: npm run tour.

import { languages } from '@krapao/contract/languages.ts'
import { enlarge } from '../testing/large-text.ts'
import { demo, Member } from '../testing/member.ts'
import { Operator } from '../testing/operator.ts'
import type { Sandbox } from '../testing/sandbox.ts'
import { test } from '../testing/test.ts'
import {
  consoleStops,
  emptyStops,
  largeStops,
  mainStops,
  memberStops,
  type Stop,
  visitorStops,
} from './stops.ts'
import { chosen, visit, wanted } from './visit.ts'

const fresh = { phone: '0898765432', password: 'krapao-demo' }

test.beforeEach(async ({ allow, context }) => {
  // The invitation to the chat would lie over a part of each page.
  await context.addInitScript(() => {
    // An empty page has no storage.
    if (origin !== 'null') localStorage.setItem('chat-invite', 'closed')
  })
  // A page that fails is what some of the pictures show.
  allow.push(/Failed to load resource|answer: 50|net::ERR/)
})

for (const language of languages) {
  const visits: [string, (member: Member, sandbox: Sandbox) => Promise<void>, Stop[]][] = [
    ['visitor', (member) => member.arrive(), chosen(visitorStops)],
    ['member', beginAsDemo, chosen(memberStops)],
    ['empty', (member) => member.begin('/user/home', fresh), chosen(emptyStops)],
  ]
  for (const [who, begin, stops] of visits) {
    test(`${who} (${language})`, async ({ page, sandbox }, { project }) => {
      test.skip(stops.length === 0)
      const member = new Member(page, language)
      await begin(member, sandbox)
      for (const stop of stops) await visit(member, project.name, stop)
    })
  }

  test(`with large letters (${language})`, async ({ page, sandbox }, { project }) => {
    const stops = chosen(largeStops)
    test.skip(stops.length === 0)
    await enlarge(page, 200)
    const member = new Member(page, language)
    await beginAsDemo(member, sandbox)
    for (const stop of stops) await visit(member, project.name, stop)
  })

  test(`loading and failing (${language})`, async ({ page, sandbox }, { project }) => {
    const [loading, offline, failing] = ['-loading', '-offline', '-failed'].map((state) =>
      chosen(mainStops, state),
    ) as [Stop[], Stop[], Stop[]]
    test.skip(loading.length + offline.length + failing.length === 0)
    const member = new Member(page, language)
    await beginAsDemo(member, sandbox)
    const calls = /\/api\/(?!lookup\/(enableChatWidget|active))/
    await page.route(calls, () => {})
    for (const { name, path } of loading) {
      const open = () => page.getByRole('navigation').first().waitFor()
      await visit(member, project.name, { name: `${name}-loading`, path, open, isSheet: true })
    }
    await page.unroute(calls)
    for (const stop of offline) {
      const open = async () => {
        await stop.open?.(member)
        await page.context().setOffline(true)
        await member.text('ui.offline').first().waitFor()
      }
      await visit(member, project.name, { ...stop, name: `${stop.name}-offline`, open, isSheet: true })
      await page.context().setOffline(false)
    }
    const body = JSON.stringify({ message: 'INTERNAL_SERVER_ERROR', requestId: 'tour' })
    await page.route(calls, (route) => route.fulfill({ status: 500, contentType: 'application/json', body }))
    for (const { name, path } of failing) {
      const open = () => member.button('ui.retry').first().waitFor()
      await visit(member, project.name, { name: `${name}-failed`, path, open, isSheet: true })
    }
  })
}

for (const language of languages) {
  test(`console (${language})`, async ({ page }, { project }) => {
    const stops = wanted.length === 0 ? [] : chosen(consoleStops)
    test.skip(stops.length === 0)
    const owner = new Operator(page, language)
    await owner.begin('owner')
    for (const stop of stops) await visit(owner, project.name, stop)
  })
}

/** The demo member, with money under way: a code to pay and a transfer that a game has not answered. */
async function beginAsDemo(member: Member, sandbox: Sandbox): Promise<void> {
  await member.begin('/user/home', demo)
  await member.page.getByText(member.t('wallet.total')).first().waitFor()
  if ((await member.page.getByText(member.t('wallet.under.title')).count()) > 0) return
  await sandbox.setFault('JOKER', 'error', 500, 'transfer')
  await member.move('JOKER', 100).catch(() => {})
}
