import type { Logger } from 'pino'
import { httpGames } from '../adapters/game/http.ts'
import { httpGifts } from '../adapters/gift/http.ts'
import { httpPayments } from '../adapters/payment/http.ts'
import { httpPayouts } from '../adapters/payout/http.ts'
import { httpPush } from '../adapters/push/http.ts'
import { httpSlips } from '../adapters/slip/http.ts'
import { httpSms } from '../adapters/sms/http.ts'
import type { Clock } from '../platform/clock.ts'
import type { Context } from '../slices/context.ts'
import type { Config } from './config.ts'
import type { PartnerSecrets } from './config-values.ts'
import type { secretsOf } from './secrets.ts'

type Adapters = Pick<
  Context,
  'sms' | 'games' | 'slips' | 'payments' | 'gifts' | 'payouts' | 'push' | 'hookSecrets'
>

/**
 * The adapters to the outside: as configured, or to the sandbox in demo mode.
 * @param sandbox returns its address at each call, because the server does not know its own address before it
 *   listens
 */
export function createAdapters(
  config: Config,
  {
    secrets,
    clock,
    log,
    sandbox,
  }: { secrets: ReturnType<typeof secretsOf>; clock: Clock; log: Logger; sandbox(): string },
): Adapters {
  const outside = (given: string | undefined, secret: string, room: string, own: PartnerSecrets = {}) => ({
    url: () => given ?? (config.DEMO ? `${sandbox()}/${room}` : undefined),
    secret: (partner: string) => (Object.hasOwn(own, partner) && own[partner]) || secret,
    clock,
  })
  /** A partner with a secret of its own is believed by that one alone. */
  const signedBy =
    (shared: string | undefined, own: PartnerSecrets = {}) =>
    (partner: string) =>
      Object.hasOwn(own, partner) ? own[partner] : shared
  return {
    sms: httpSms({ ...outside(config.SMS_URL, secrets.sms, 'sms'), secret: secrets.sms }),
    games: httpGames({ ...outside(config.GAMES_URL, secrets.games, 'games', config.GAMES_SECRETS), log }),
    slips: httpSlips(outside(config.SLIPS_URL, secrets.slips, 'slips')),
    payments: httpPayments(
      outside(config.PAYMENTS_URL, secrets.payments, 'payments', config.PAYMENTS_SECRETS),
    ),
    gifts: httpGifts(outside(config.GIFTS_URL, secrets.gifts, 'gifts')),
    payouts: httpPayouts(outside(config.PAYOUTS_URL, secrets.payouts, 'payouts')),
    push: httpPush({
      clock,
      hosts: config.PUSH_HOSTS,
      contact: config.PUSH_CONTACT,
      further: () => config.PUSH_URL ?? (config.DEMO ? `${sandbox()}/push` : undefined),
    }),
    // Outside demo mode, reports are accepted only if they are signed with the operator's own secret.
    hookSecrets: {
      bank: signedBy(config.BANK_SECRET ?? (config.DEMO ? secrets.bank : undefined), config.BANK_SECRETS),
      games: signedBy(config.GAMES_SECRET ?? (config.DEMO ? secrets.games : undefined), config.GAMES_SECRETS),
      payment: signedBy(
        config.PAYMENTS_SECRET ?? (config.DEMO ? secrets.payments : undefined),
        config.PAYMENTS_SECRETS,
      ),
    },
  }
}
