import { describe, expect, it } from 'vitest'
import { shortenAddress } from './shorten-address.ts'
import { namesIn } from './user-agent.ts'

const chrome = '(KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

describe('the names of a device', () => {
  it.each([
    [`Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${chrome}`, 'Chrome', 'Android'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-A057F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 13; V2207; wv) AppleWebKit/537.36 ${chrome} Line/14.19.1/IAB`,
      'LINE',
      'Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 12; wv) AppleWebKit/537.36 ${chrome} [FB_IAB/FB4A;FBAV/450.0]`,
      'Facebook',
      'Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
      'Edge',
      'Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari',
      'Mac',
    ],
    ['curl/8.0', null, null],
    ['<script>alert(1)</script>', null, null],
    [undefined, null, null],
  ])('%s', (userAgent, browser, system) => {
    expect(namesIn(userAgent)).toEqual({ browser, system })
  })
})

describe('a shortened address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['::ffff:203.0.113.77', '203.0.113.x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
    ['unknown', '…'],
  ])('%s', (given, expected) => expect(shortenAddress(given)).toBe(expected))
})
