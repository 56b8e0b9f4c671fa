/**
 * What a browser says of itself, as far as people know the names; null where it says nothing that we know.
 */
export interface DeviceNames {
  browser: string | null
  system: string | null
}

/** The first pattern that fits counts: most browsers also claim to be Chrome and Safari. */
const browsers: [RegExp, string][] = [
  [/\bLine\//, 'LINE'],
  [/\bFB(AN|AV|_IAB)\b/, 'Facebook'],
  [/\bInstagram\b/, 'Instagram'],
  [/\b(musical_ly|BytedanceWebview|TikTok)/, 'TikTok'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\b(HeyTapBrowser|OppoBrowser)\//, 'OPPO Browser'],
  [/\bVivoBrowser\//, 'vivo Browser'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(OPR|OPiOS|OPT|Opera Mini)\//, 'Opera'],
  [/\bEdg(A|iOS|e)?\//, 'Edge'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: [RegExp, string][], text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Names browser and system of a User-Agent header, which may contain anything. */
export function namesIn(userAgent: string | undefined): DeviceNames {
  const text = (userAgent ?? '').slice(0, 500)
  return { browser: nameIn(browsers, text), system: nameIn(systems, text) }
}
