import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import type { Wallet } from './wallet.ts'

/** The name of an end of a transfer: "Main wallet", or the game's name. */
export function useEndName(wallet: Wallet): (end: TransferEnd) => string {
  const { t } = useTranslation()
  return (end) =>
    end === walletEnd ? t('wallet.mainWallet') : (wallet.slots.find((slot) => slot.code === end)?.name ?? end)
}
