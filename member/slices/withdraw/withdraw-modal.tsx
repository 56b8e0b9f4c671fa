import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'

export default function WithdrawModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('withdraw.title')} onClose={onClose}>
      {null}
    </Dialog>
  )
}
