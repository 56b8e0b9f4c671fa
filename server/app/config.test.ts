import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownBrand } from '@krapao/contract/own-brand.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { contrast, readBrand } from '../platform/brand.ts'
import { liveWithoutOutside } from '../testing/live.ts'
import { describeConfig, readConfig } from './config.ts'
import { keysOf } from './secrets.ts'

/** A server for real money that meets nothing outside. */
const live = { ...liveWithoutOutside, DATABASE_URL: 'postgres://h/db' }
const secret = 'one-secret-for-two-purposes'

describe('settings', () => {
  test('defaults are a demo on the embedded database', () => {
    const config = readConfig({ DEMO: '1' })
    expect(config).toMatchObject({ PORT: 8080, DATA_DIR: '.data', DATABASE_URL: undefined, DEMO: true })
  })

  test.each([
    [{ PORT: 'eighty' }, 'PORT should be a whole number from 0 to 65535; it is “eighty”'],
    [{ PORT: '70000' }, 'PORT should be a whole number'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL should be an address that begins with postgres://'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL should be an address that begins with redis://'],
    [{ DEMO: 'yes' }, 'DEMO should be one of 0, 1; it is “yes”'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL should be one of trace'],
    [{ TRUST_PROXY: '1' }, 'TRUST_PROXY should be addresses or networks such as 10.0.0.0/8'],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/64' }, 'TRUST_PROXY should be addresses or networks'],
    [{ CREDENTIAL_KEY: 'short' }, 'CREDENTIAL_KEY should be 64 hex digits'],
    [
      { ...live, DATABASE_URL: '' },
      'DATABASE_URL should be set: the embedded database is not for real money',
    ],
    [{ ...live, CREDENTIAL_KEY: '' }, 'CREDENTIAL_KEY should be set outside demo mode'],
    ...['SMS_URL', 'GAMES_URL', 'SLIPS_URL', 'PAYMENTS_URL', 'GIFTS_URL', 'PAYOUTS_URL', 'BANK_SECRET']
      .concat('REDIS_URL', 'PUBLIC_URL', 'PUSH_CONTACT')
      .map((name) => [{ ...live, [name]: '' }, `${name} should be set, or be “off”: `] as const),
    ...(['SMS', 'GAMES', 'SLIPS', 'PAYMENTS', 'GIFTS', 'PAYOUTS'] as const).map(
      (name) =>
        [
          { ...live, [`${name}_URL`]: 'https://outside.example' },
          `${name}_SECRET should be set, because ${name}_URL is`,
        ] as const,
    ),
    ...(
      [
        [{ SMS_SECRET: secret, GIFTS_SECRET: secret }, 'SMS_SECRET and GIFTS_SECRET'],
        [{ BANK_SECRET: secret, METRICS_TOKEN: secret }, 'BANK_SECRET and METRICS_TOKEN'],
        [
          { GAMES_SECRET: secret, GAMES_SECRETS: JSON.stringify({ PG: secret }) },
          'GAMES_SECRET and GAMES_SECRETS of PG',
        ],
        [
          { GAMES_SECRETS: JSON.stringify({ PG: secret }), PAYMENTS_SECRETS: JSON.stringify({ WW: secret }) },
          'GAMES_SECRETS of PG and PAYMENTS_SECRETS of WW',
        ],
        [{ BANK_SECRET: '0F'.repeat(32) }, 'BANK_SECRET and CREDENTIAL_KEY'],
      ] as const
    ).map(([given, names]) => [{ ...live, ...given }, `${names} should be different secrets`] as const),
    [{ ...live, CREDENTIAL_KEY_OLD: '0F'.repeat(32) }, 'CREDENTIAL_KEY_OLD should be another key'],
    [{ ...live, BANK_SECRET: 'x' }, 'BANK_SECRET should have at least 16'],
    ...[
      '{',
      '[]',
      '"x"',
      '{"PG": "short"}',
      '{"PG": 1}',
      `{"PG": "${'x'.repeat(16)}", "JOKER": "${'x'.repeat(16)}"}`,
    ].map((value) => [{ DEMO: '1', GAMES_SECRETS: value }, 'GAMES_SECRETS should be JSON such as'] as const),
    [{ ...live, CREDENTIAL_KEY: '0'.repeat(64) }, 'CREDENTIAL_KEY should be random'],
    [{ ...live, DATABASE_URL: 'off' }, 'DATABASE_URL should be an address'],
    ...[
      'mailto:ops@localhost',
      'https://localhost:8080',
      'https://127.0.0.1/push',
      'https://[::1]/',
      'mailto:ops@wallet.local',
      'mailto:ops@example.com',
      'https://wallet.test/contact',
    ].map(
      (PUSH_CONTACT) =>
        [{ ...live, PUSH_CONTACT }, 'PUSH_CONTACT should be a real address of yours'] as const,
    ),
    [{ PUSH_CONTACT: 'https://' }, 'PUSH_CONTACT should be an address that begins with'],
    [
      { DEMO: '1', DATABASE_URL: 'postgres://db.example/krapao' },
      'DATABASE_URL should be a database on this',
    ],
    [
      { DEMO: '1', DATABASE_URL: 'postgres://localhost/krapao?host=db.example' },
      'DATABASE_URL should be a database on this machine',
    ],
    [
      { DEMO: '1', DATABASE_URL: 'postgres://localhost/krapao?host=localhost&host=db.example' },
      'DATABASE_URL should be a database on this machine',
    ],
    ...['127.0.0.1.evil.example', '127.evil.example', 'localhost.evil.example'].flatMap(
      (host) =>
        [
          [{ DEMO: '1', HOST: host }, 'HOST should be an address of this machine only'],
          [{ DEMO: '1', DATABASE_URL: `postgres://${host}/krapao` }, 'DATABASE_URL should be a database on'],
        ] as const,
    ),
    [{ DEMO: '1', HOST: '0.0.0.0' }, 'HOST should be an address of this machine only'],
    ...(['SMS', 'GAMES', 'SLIPS', 'PAYMENTS', 'GIFTS', 'PAYOUTS'] as const).map(
      (name) =>
        [
          { DEMO: '1', [`${name}_URL`]: 'https://real.example' },
          `${name}_URL should not be set in a demo`,
        ] as const,
    ),
  ] as [Record<string, string>, string][])(
    'a bad setting says what it should be: %j',
    (environment, message) => {
      expect(() => readConfig(environment)).toThrow(message)
    },
  )

  test.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://localhost/krapao' },
    { DATABASE_URL: 'postgres://127.0.0.1:5433/krapao', HOST: '127.0.0.2' },
    { DATABASE_URL: 'postgres:///krapao?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgres://db.example/krapao', HOST: '0.0.0.0', DEMO_UNSAFE: '1' },
    { PAYOUTS_URL: 'https://bank.example', DEMO_UNSAFE: '1' },
  ])('a demo starts with %j', (environment) => {
    expect(readConfig({ DEMO: '1', ...environment }).DEMO).toBe(true)
  })

  test('a demo starts with one secret for two purposes, and says so without showing it', () => {
    const { repeated } = readConfig({ DEMO: '1', SMS_SECRET: secret, BANK_SECRET: secret })
    expect(repeated).toEqual([expect.stringContaining('SMS_SECRET and BANK_SECRET')])
    expect(repeated.join()).not.toContain(secret)
    expect(readConfig({ DEMO: '1', SMS_SECRET: secret }).repeated).toEqual([])
  })

  test('a key of DATA_DIR that is the old one, too, is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'krapao-keys-'))
    const [own] = keysOf(readConfig({ DEMO: '1', DATA_DIR: folder }))
    const withOld = (CREDENTIAL_KEY_OLD: string) =>
      keysOf(readConfig({ DEMO: '1', DATA_DIR: folder, CREDENTIAL_KEY_OLD }))
    expect(() => withOld(own.toUpperCase())).toThrow('CREDENTIAL_KEY_OLD should be another key')
    expect(withOld('0f'.repeat(32))).toEqual([own, '0f'.repeat(32)])
    rmSync(folder, { recursive: true })
  })

  test('a server for real money names all that is missing at once, and starts with what is off', () => {
    const bare = () => readConfig({ DEMO: '0' })
    const demanded = Object.keys(live).filter((name) => name !== 'DEMO')
    for (const name of demanded) expect(bare, name).toThrow(new RegExp(`^ {2}${name} should be set`, 'm'))
    const { off, ...config } = readConfig(live)
    expect(config).toMatchObject({
      DEMO: false,
      PAYOUTS_URL: undefined,
      PUSH_CONTACT: 'mailto:operator@example.com',
    })
    expect(off).toContain('PAYOUTS_URL: no withdrawal is paid')
    expect(off).toHaveLength(demanded.length - 2)
    const { off: less } = readConfig({
      ...live,
      PAYOUTS_URL: 'https://bank.example',
      PAYOUTS_SECRET: 'x'.repeat(16),
    })
    expect(less).toHaveLength(off.length - 1)
  })

  test.each([
    ['CREDENTIAL_KEY', `${'0f'.repeat(31)}0g`],
    ['DATABASE_URL', 'postgre://krapao:hunter2@db.example/krapao'],
    ['DATABASE_OWNER_URL', 'postgre://krapao:hunter2@db.example/krapao'],
    ['REDIS_URL', 'http://:hunter2@redis.example'],
    ['SMS_URL', 'ftp://user:hunter2@sms.example'],
  ])('a wrong %s is not printed, because it has a secret in it', (name, value) => {
    const message = (() => {
      try {
        readConfig({ DEMO: '1', [name]: value })
      } catch (error) {
        return (error as Error).message
      }
    })()
    expect(message).toContain(`${name} should be`)
    expect(message).not.toContain('hunter2')
    expect(message).not.toContain(value.slice(0, 20))
  })

  test('proxies are listed by address', () => {
    expect(readConfig({ DEMO: '1', TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).TRUST_PROXY).toEqual([
      'loopback',
      '10.0.0.0/8',
      '::1',
    ])
  })

  test('all bad settings are reported at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT.*\n.*DEMO/)
  })

  test('the configuration page is written from the table', () => {
    expect(readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')).toBe(
      describeConfig(),
    )
  })
})

describe('brand', () => {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-brand-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (brand: unknown): string => {
    const file = join(folder, 'brand.json')
    writeFileSync(file, JSON.stringify(brand))
    return file
  }

  test('a brand file changes what it names and keeps the rest', () => {
    const brand = readBrand(write({ name: 'Lotus', variant: 'la' }))
    expect(brand).toMatchObject({ name: 'Lotus', variant: 'la', iframeMode: true })
  })

  test('colours that cannot be read are refused with their contrast', () => {
    const colours = { light: { accent: '#ffff00', onAccent: '#ffffff', ink: '#1c1a3a', surface: '#ffffff' } }
    expect(() => readBrand(write({ colours }))).toThrow(
      'light: onAccent on accent has contrast 1.07, needs 4.5',
    )
  })

  test('a brand of its own colours keeps ours where it says nothing, in each theme', () => {
    const { colours } = readBrand(write({ colours: { dark: { accent: '#ffcc00' } } }))
    expect(colours.dark).toMatchObject({ accent: '#ffcc00', surface: ownBrand.colours.dark.surface })
    expect(colours.light).toEqual(ownBrand.colours.light)
    expect(() => readBrand(write({ colours: { dark: { night: '#cccccc', link: '#1d1a38' } } }))).toThrow(
      /dark: link on surface .*\n.*dark: link on card .*\n.*dark: #ffffff on night has contrast 1\.61/,
    )
  })

  const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`

  test('the files of a brand lie beside its file, wherever the server was started', () => {
    writeFileSync(join(folder, 'mark.svg'), svg('<path d="M0 0H8V8Z" fill="url(#g)"/>'))
    expect(readBrand(write({ art: { mark: 'mark.svg' } })).art.mark).toBe(join(folder, 'mark.svg'))
    expect(readBrand(write({ name: 'Lotus' })).art).toEqual(ownBrand.art)
  })

  test.each([
    ['<script>alert(1)</script>', 'has a script'],
    ['<ScRiPt href="x"/>', 'has a script'],
    ['<rect onclick="alert(1)"/>', 'has an event handler'],
    ['<a href="javascript:alert(1)"/>', 'has a script in an address'],
    ['<foreignObject/>', 'has HTML in it'],
    ['<image href="https://evil.example/x.png"/>', 'has an address of something outside itself'],
    ['<image href="data:image/svg+xml,x"/>', 'has an address of something outside itself'],
    ['<rect fill="url(//evil.example/#x)"/>', 'has an address of something outside itself'],
    ['<style>@import "x"</style>', 'loads a style'],
    ['<a href="&#106;avascript:x"/>', 'has an entity'],
    ['<set attributeName="href" to="x"/>', 'is animated'],
    ['<text>x</text>', 'has letters'],
    ['x'.repeat(70_000), 'has more than'],
  ])('a drawing with %s is refused', (inside, why) => {
    writeFileSync(join(folder, 'icon.svg'), svg(inside))
    expect(() => readBrand(write({ art: { icon: 'icon.svg' } }))).toThrow(
      `art.icon: ${join(folder, 'icon.svg')} ${why}`,
    )
  })

  test('missing files, files that are no drawings and paths that lead elsewhere are named together', () => {
    writeFileSync(join(folder, 'page.svg'), '<html><svg viewBox="0 0 1 1"></svg></html>')
    const wrong = { mark: 'nowhere.svg', icon: 'page.svg' }
    expect(() => readBrand(write({ art: wrong }))).toThrow(/art\.mark: ENOENT.*\n.*art\.icon: .* is no SVG/)
    for (const mark of ['../mark.svg', '/etc/mark.svg', 'mark.png']) {
      expect(() => readBrand(write({ art: { mark } })), mark).toThrow('/art/mark')
    }
  })

  test('our own drawings and the brands beside this code would be accepted', () => {
    const own = join(import.meta.dirname, '../../member/public/art/brand')
    const mark = { mark: 'mark.svg', icon: 'icon.svg', hero: 'festival.svg' }
    for (const name of Object.values(mark)) writeFileSync(join(folder, name), readFileSync(join(own, name)))
    expect(readBrand(write({ art: mark })).name).toBe('Krapao')
    const brands = globSync(join(import.meta.dirname, '../../brands/**/*.json'))
    expect(brands.length).toBeGreaterThan(0)
    for (const file of brands) expect(readBrand(file).variant).toBe('la')
  })

  test('unknown and wrong settings are named', () => {
    expect(() => readBrand(write({ variant: 'fr' }))).toThrow('/variant')
  })

  test('contrast is WCAG’s', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})
