import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { Camera, Images } from 'lucide-react'
import { useRef } from 'react'
import { Actions, Body } from '../../../ui/actions.tsx'
import { OwnAccount } from '../banks/own-account.tsx'
import type { GroupProps } from '../group.ts'
import { SlipRules } from '../slip/rules-text.tsx'
import { SlipSend } from '../slip/send.tsx'
import { SlipStatus } from '../slip/status.tsx'
import { useSlipUpload } from '../slip/use-upload.ts'
import { split } from '../split.ts'
import { Step } from '../step.tsx'
import { BankCard } from './bank-card.tsx'
import { useCopyNumber } from './use-copy-number.tsx'

/** Bank transfer in two steps, pay to an account and send the slip; afterwards the progress of that slip. */
export function BankGroup({ accounts, wallet, onClose, onLock, onShown, onTransfer }: GroupProps) {
  const { t } = useTranslation()
  const upload = useSlipUpload(onLock)
  const { copyNumber, modal, asks } = useCopyNumber(wallet.bankAccount)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)

  const inputs = [file, camera].map((ref) => (
    <input
      key={ref === file ? 'file' : 'camera'}
      ref={ref}
      type="file"
      hidden
      accept="image/png,image/jpeg,image/webp"
      capture={ref === camera ? 'environment' : undefined}
      onChange={({ target }) => {
        const chosen = target.files?.[0]
        // Cleared, so that choosing the same picture again is noticed.
        target.value = ''
        if (chosen) upload.choose(chosen)
      }}
    />
  ))
  const { state } = upload
  if (state.at === 'sent') {
    return (
      <SlipStatus
        slipId={state.slipId}
        wallet={wallet}
        onAgain={upload.reset}
        {...{ onClose, onTransfer, onShown }}
      />
    )
  }
  if (state.at !== 'none') {
    return (
      <>
        {inputs}
        <SlipSend state={state} upload={upload} onOther={() => file.current?.click()} />
      </>
    )
  }

  return (
    <>
      <Body>
        <Step number={1} title={t('deposit.bank.pay')}>
          <p className="-mt-1.5 pl-9.5 text-sm text-ink-soft">{t('deposit.bank.any')}</p>
          <ul className="grid grid-cols-1 gap-2">
            {split(accounts).bank.map((account) => (
              <BankCard
                key={`${account.bankCode} ${account.bankAccountNo}`}
                account={account}
                asks={asks === account.bankAccountNo}
                onCopy={() => copyNumber(account)}
              />
            ))}
          </ul>
          <OwnAccount account={wallet.bankAccount} />
          {asks && <Note>{t('deposit.bank.pressCopy')}</Note>}
        </Step>
        <Step number={2} title={t('deposit.slip.title')}>
          <SlipRules />
        </Step>
      </Body>
      <Actions>
        <div className="flex gap-2">
          <Button
            wide
            look={asks ? 'quiet' : 'primary'}
            icon={<Images className="size-5" aria-hidden />}
            onClick={() => file.current?.click()}
          >
            {t('deposit.slip.choose')}
          </Button>
          <IconButton
            label={t('deposit.slip.photo')}
            className="size-12! rounded-2xl! bg-sunken pointer-fine:hidden"
            onClick={() => camera.current?.click()}
          >
            <Camera className="size-5" aria-hidden />
          </IconButton>
        </div>
      </Actions>
      {inputs}
      {modal}
    </>
  )
}
