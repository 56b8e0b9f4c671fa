import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { useRotate } from './use-rotate.ts'
import type { Setup } from './wheel.ts'

/**
 * The hashes that the server has committed to, of the seed in force and of the one after it, the number of
 * the next spin, and the way to reveal the seed.
 */
export function Commitment({ seed, next }: { seed: Setup['seed']; next: Setup['nextSeed'] }) {
  const { t } = useTranslation()
  const { rotate, isRotating } = useRotate()
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-xl font-semibold">{t('spin.fair.now')}</h2>
      {seed ? (
        <>
          <dl className="grid grid-cols-1 gap-2">
            <Hash name={t('spin.fair.fingerprint')} copy={t('spin.fair.copyFingerprint')}>
              {seed.serverSeedHash}
            </Hash>
            <div className="flex justify-between gap-3">
              <dt className="text-sm text-ink-soft">{t('spin.fair.nonce')}</dt>
              <dd className="font-semibold">{seed.nonce + 1}</dd>
            </div>
            {next && (
              <Hash name={t('spin.fair.nextFingerprint')} copy={t('spin.fair.copyNextFingerprint')}>
                {next.serverSeedHash}
              </Hash>
            )}
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

function Hash({ name, copy, children }: { name: string; copy: string; children: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="flex items-center gap-1 rounded-2xl bg-sunken py-1 pl-4">
        <code className="min-w-0 flex-1 text-sm break-all">{children}</code>
        <CopyButton text={children} label={copy} />
      </dd>
    </div>
  )
}
