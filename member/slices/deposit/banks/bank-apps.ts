import type { Currency } from '@krapao/contract/money.ts'

/** The app of a bank that opens with a code to pay by, as if the code had been scanned. */
interface BankApp {
  name: string
  /** Of the codes that it pays. */
  currency: Currency
  /** The link is `{scheme}://{path}{code}`. */
  scheme: string
  path: string
  androidPackage: string
}

/**
 * By the bank's code, and where the link is known from.
 *
 * - BCEL: `onepay://qr/{code}`, which Lao merchants' pages and apps open, and which PhaJay, a Lao payment
 *   service, answers as the `link` of a code; the package is that of BCEL One in Google Play. Seen in the
 *   public sources of a dozen of them in 2026; BCEL itself publishes no page about it.
 *
 * Not here, because no link of theirs is known that opens the app for a code or an account of somebody else:
 *
 * - SCB Easy: the bank gives a merchant one link for each payment (developer.scb, "SCB EASY App Payment");
 *   none opens the app alone.
 * - K PLUS: `kbank.kplus://` is the bank's, and each link takes a token that the bank gives for one action.
 * - Krungthai NEXT: nothing of the bank's; pages name four schemes that contradict each other.
 */
const apps: Record<string, BankApp> = {
  BCEL: {
    name: 'BCEL One',
    currency: 'LAK',
    scheme: 'onepay',
    path: 'qr/',
    androidPackage: 'com.bcel.bcelone',
  },
}

/**
 * The member's own bank app with a code, where the phone can open it: on Android, whose browsers go on to the
 * app's page in the store if it is missing. No page can know whether an iPhone has an app, and an iPhone
 * without it says that the address is wrong; browsers inside of other apps open no links of this kind. So
 * there is none for them.
 * @param device the browser's user agent
 */
export function bankAppFor(
  bankCode: string,
  { payload, currency }: { payload: string; currency: Currency },
  device: string,
): { name: string; href: string } | undefined {
  const app = Object.hasOwn(apps, bankCode) ? apps[bankCode] : undefined
  if (!app || app.currency !== currency || payload === '' || !opensIntents(device)) return undefined
  // A `#` or `?` in the code would end the address before the code does.
  const code = encodeURI(payload).replace(/[#?]/g, encodeURIComponent)
  const store = `https://play.google.com/store/apps/details?id=${app.androidPackage}`
  const intent = [
    `scheme=${app.scheme}`,
    `package=${app.androidPackage}`,
    `S.browser_fallback_url=${encodeURIComponent(store)}`,
  ]
  return { name: app.name, href: `intent://${app.path}${code}#Intent;${intent.join(';')};end` }
}

/** A browser of Android that is not the inside of another app. */
const opensIntents = (device: string): boolean =>
  /\bAndroid\b/.test(device) &&
  !/; wv\)|\bLine\/|\bFBA[NV]\b|\bInstagram\b|\bMicroMessenger\b|\bZalo\b/.test(device)
