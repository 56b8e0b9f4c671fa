import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { useRotate } from './use-rotate.ts'
import type { Setup } from './wheel.ts'

/** The fingerprint that the server has committed to, the number of the next spin, and the way to reveal the seed. */
export function Commitment({ seed }: { seed: Setup['seed'] }) {
  const { t } = useTranslation()
  const { rotate, isRotating } = useRotate()
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-xl font-semibold">{t('spin.fair.now')}</h2>
      {seed ? (
        <>
          <dl className="grid grid-cols-1 gap-2">
            <div>
              <dt className="text-sm text-ink-soft">{t('spin.fair.fingerprint')}</dt>
              <dd className="flex items-center gap-1 rounded-2xl bg-sunken py-1 pl-4">
                <code className="min-w-0 flex-1 text-sm break-all">{seed.serverSeedHash}</code>
                <CopyButton text={seed.serverSeedHash} label={t('spin.fair.copyFingerprint')} />
              </dd>
            </div>
            <div className="flex justify-between gap-3">
              <dt className="text-sm text-ink-soft">{t('spin.fair.nonce')}</dt>
              <dd className="font-semibold">{seed.nonce}</dd>
            </div>
          </dl>
          <Button look="quiet" wide busy={isRotating} busyLabel={t('ui.busy.sending')} onClick={rotate}>
            {t('spin.fair.rotate')}
          </Button>
        </>
      ) : (
        <p className="text-base text-ink-soft">{t('spin.fair.noSeed')}</p>
      )}
    </Card>
  )
}
