import { settings } from '../app/config.ts'

/**
 * The environment of a server for real money that meets nothing outside: what may be `off` is. A test adds
 * what it uses, at least DATABASE_URL.
 */
export const liveWithoutOutside: Record<string, string> = {
  DEMO: '0',
  CREDENTIAL_KEY: '0f'.repeat(32),
  ...Object.fromEntries(
    Object.entries(settings).flatMap(([name, setting]) => ('off' in setting ? [[name, 'off']] : [])),
  ),
}
