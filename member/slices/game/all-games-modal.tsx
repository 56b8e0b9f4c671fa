import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { useWallet } from '../wallet/public.ts'
import GameGrid from './game-grid.tsx'

/** All games in a sheet, for phones, whose dashboard has them on drums. */
export default function AllGamesModal({ onClose, onOpen }: { onClose(): void; onOpen(code: string): void }) {
  const { t } = useTranslation()
  const { data: wallet } = useWallet()
  if (!wallet) return null
  return (
    <Dialog title={t('game.all')} onClose={onClose} wide>
      {/* Always as high as it can be, so that it does not shrink under the finger while one searches. */}
      <div className="min-h-[75dvh]">
        <GameGrid wallet={wallet} onOpen={onOpen} />
      </div>
    </Dialog>
  )
}
