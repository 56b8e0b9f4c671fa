import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast, readBrand } from '../platform/brand.ts'
import { describeConfig, readConfig } from './config.ts'

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
    [{ DEMO: '0', GAMES_URL: 'https://games.example' }, 'the embedded database is not for real money'],
    [
      { DEMO: '0', DATABASE_URL: 'postgres://h/db', SMS_URL: 'https://sms.example' },
      'SMS_SECRET should be set, because SMS_URL is',
    ],
    [{ DEMO: '0', PAYOUTS_URL: 'https://bank.example' }, 'the embedded database is not for real money'],
    [{ DEMO: '0', BANK_SECRET: 's' }, 'the embedded database is not for real money'],
    ...(['SLIPS', 'PAYMENTS', 'GIFTS', 'PAYOUTS'] as const).map(
      (name) =>
        [
          { DEMO: '0', DATABASE_URL: 'postgres://h/db', [`${name}_URL`]: 'https://outside.example' },
          `${name}_SECRET should be set, because ${name}_URL is`,
        ] as const,
    ),
    [
      { DEMO: '0', DATABASE_URL: 'postgres://h/db', GIFTS_URL: 'https://gifts.example', GIFTS_SECRET: 's' },
      'CREDENTIAL_KEY should be set',
    ],
  ] as [Record<string, string>, string][])(
    'a bad setting says what it should be: %j',
    (environment, message) => {
      expect(() => readConfig(environment)).toThrow(message)
    },
  )

  test('proxies are named', () => {
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).TRUST_PROXY).toEqual([
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
  const write = (brand: unknown): string => {
    const file = join(tmpdir(), `brand-${process.pid}-${Math.random()}.json`)
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

  test('unknown and wrong settings are named', () => {
    expect(() => readBrand(write({ variant: 'fr' }))).toThrow('/variant')
  })

  test('contrast is WCAG’s', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})
