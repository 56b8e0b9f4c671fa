import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'

export default function DepositModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('deposit.title')} onClose={onClose}>
      {null}
    </Dialog>
  )
}
