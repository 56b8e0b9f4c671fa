import type { Currency } from '@krapao/contract/money.ts'
import type { Exposure } from '@krapao/contract/slices/campaign/cost.ts'
import { t } from '@krapao/web/i18n/i18n.ts'
import { formatFigure, formatMoney } from '@krapao/web/ui/format.ts'

/** What a version may cost at most, in words (rules.md §19.7), on its page and at the desk alike. */

/** The sentences: in all and of one member; of a wheel what a spin costs. */
export function exposureWords({ inAll, member, spin }: Exposure, currency: Currency): string[] {
  const all =
    inAll === null
      ? t('campaign.exposure.noEnd')
      : t('campaign.exposure.inAll', { amount: formatMoney(inAll, currency) })
  const each =
    member && t(`campaign.exposure.member.${member.per}`, { amount: formatMoney(member.amount, currency) })
  const sum = each ? t('campaign.exposure.both', { inAll: all, member: each }) : all
  return spin ? [sum, spinWords(spin, currency)] : [sum]
}

/** The same in a few words, for the heading of an item. */
export function exposureShort({ inAll, spin }: Exposure, currency: Currency): string {
  if (inAll !== null) return t('campaign.exposure.inAll', { amount: formatMoney(inAll, currency) })
  if (spin === null || spin.cost === null) return t('campaign.exposure.noEnd')
  return t('campaign.exposure.perSpin', { amount: formatMoney(spin.cost, currency) })
}

export function spinWords({ cost, percent }: NonNullable<Exposure['spin']>, currency: Currency): string {
  if (cost === null) return t('campaign.exposure.spinNoEnd')
  const amount = formatMoney(cost, currency)
  if (percent === null) return t('campaign.exposure.spinNoPrice', { amount })
  return t('campaign.exposure.spin', { amount, percent: formatFigure(percent) })
}

/** The button that approves it: with the sum in all, or where nothing limits it, what a spin costs. */
export function approveWords({ inAll, spin }: Exposure, currency: Currency): string {
  if (inAll !== null) return t('campaign.exposure.approve', { amount: formatMoney(inAll, currency) })
  if (spin === null || spin.cost === null) return t('campaign.exposure.approveNoEnd')
  return t('campaign.exposure.approveSpin', { amount: formatMoney(spin.cost, currency) })
}
