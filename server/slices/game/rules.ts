import type { Brand } from '@krapao/contract/brand.ts'
import type { GameCategory } from '@krapao/contract/game.ts'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { sealedColumn } from '../../platform/sealer.ts'

const Settings = Type.Object({
  /** Seconds that one call to the provider may take (rules.md §4.2). */
  timeoutSeconds: Type.Number({ exclusiveMinimum: 0, maximum: 60 }),
  /**
   * Seconds after which a transfer that the provider does not know can no longer happen there (rules.md
   * §4.3).
   */
  settlementWindowSeconds: Type.Number({ minimum: 1, maximum: 86_400 }),
  /**
   * Hours for which what was lost there counts as staked on an open bet, if it reports no bets (rules.md
   * §7.2).
   */
  openBetHours: Type.Number({ minimum: 0.1, maximum: 744 }),
})

/** The operator's settings of a provider. */
export type ProviderSettings = Static<typeof Settings>

const presets: ProviderSettings = { timeoutSeconds: 5, settlementWindowSeconds: 600, openBetHours: 48 }

/** The stored settings of a provider over the defaults; invalid ones count as absent. */
export function readProviderSettings(stored: unknown): ProviderSettings {
  const given = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  const fitting = Object.entries(Settings.properties).filter(([key, schema]) =>
    Value.Check(schema, given[key]),
  )
  return { ...presets, ...Object.fromEntries(fitting.map(([key]) => [key, given[key]])) }
}

/**
 * The member's username at every provider: derived from the member's id, unique, constant, and without other
 * information.
 */
export const usernameOf = (memberId: string): string => `kp${memberId}`

/** Binds a sealed password to its row (platform/sealer.ts). */
export const sealedFor = sealedColumn(
  {
    what: 'game passwords',
    table: 'game_accounts',
    column: 'sealed_password',
    key: ['member_id', 'code'],
  },
  (memberId, code) => `game:${memberId}:${code}`,
)

/**
 * Seconds beyond the provider's time-out after which an activation or reset whose node died may be tried
 * again.
 */
export const claimGrace = 25

/**
 * A request's address for the log: of an auto-login call only its name, because its path contains username
 * and password (rules.md §4.5). Escaped letters are decoded, as the router does.
 */
export function redactUrl(url: string): string {
  let plain = url
  try {
    plain = decodeURI(url)
  } catch {
    // The escapes are invalid, and the router refuses it, too.
  }
  return /^\/api\/autologin\b/i.test(plain) ? '/api/autoLogin/…' : url
}

/**
 * The page on which a provider is played: for sport providers without auto-login the address in the brand, on
 * the Lao build its Lao address, if there is one (product.md §9).
 */
export function webOf(
  { category, autoLogin, web }: { category: GameCategory; autoLogin: object | null; web: string | null },
  { variant, sportUrl, sportUrlLaos }: Pick<Brand, 'variant' | 'sportUrl' | 'sportUrlLaos'>,
): string | null {
  if (category !== 'sport' || autoLogin) return web
  return (variant === 'la' && sportUrlLaos) || sportUrl || web
}
