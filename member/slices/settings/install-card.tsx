import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type InstallWay, install, putInstallAway } from '../../frame/device/install.ts'
import { ButtonPair } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'

/** The offer to keep the app on the home screen, or how to do that where the browser does not ask. */
export default function InstallCard({
  way,
  onChange,
}: {
  way: InstallWay
  /** @param way undefined if the offer is over */
  onChange(way?: InstallWay): void
}) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const putAway = () => {
    putInstallAway()
    onChange()
  }
  const ask = () => {
    setAsking(true)
    install().then(
      (asked) => {
        setAsking(false)
        onChange(asked ? undefined : 'by-menu')
      },
      () => onChange(),
    )
  }
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-base font-semibold">{t('settings.install.title', { name: brand.name })}</h2>
      <p className="text-sm text-pretty text-ink-soft">{t('settings.install.text')}</p>
      <div aria-live="polite" className="text-sm text-pretty empty:hidden">
        {way === 'by-share' && t('settings.install.byShare')}
        {way === 'by-menu' && t('settings.install.byMenu')}
      </div>
      <ButtonPair>
        <Button look="quiet" onClick={putAway}>
          {t('settings.install.later')}
        </Button>
        {way === 'ask' && (
          <Button
            icon={<Download className="size-5 shrink-0" aria-hidden />}
            busy={isAsking}
            busyLabel={t('settings.install.asking')}
            onClick={ask}
          >
            {t('settings.install.now')}
          </Button>
        )}
      </ButtonPair>
    </Card>
  )
}
