import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { ArrowRight } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { TransferForm } from './transfer-form.tsx'
import { useWallet } from './wallet.ts'

/**
 * Moves money between the wallet and the games.
 * @param everything opened to move the whole wallet to one game
 * @param onChooseGame shows the games, if the member has no game account yet
 */
export default function TransferModal({
  everything,
  onClose,
  onChooseGame,
}: {
  everything: boolean
  onClose(): void
  onChooseGame(): void
}) {
  const { t } = useTranslation()
  const { data: wallet } = useWallet()
  if (!wallet) return null
  if (!wallet.slots.some((slot) => slot.isActive)) {
    return (
      <Dialog title={t(everything ? 'wallet.allToGame' : 'wallet.transfer')} onClose={onClose}>
        <Empty
          art="/art/empty/games.svg"
          title={t('wallet.noGames')}
          text={t('wallet.noGamesText')}
          action={
            <Button icon={<ArrowRight className="size-5" aria-hidden />} onClick={onChooseGame}>
              {t('wallet.noGamesAction')}
            </Button>
          }
        />
      </Dialog>
    )
  }
  return <TransferForm wallet={wallet} everything={everything} onClose={onClose} />
}
