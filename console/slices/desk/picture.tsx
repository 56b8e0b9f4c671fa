import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '../../app/keys.tsx'

const turns = ['', 'rotate-90', 'rotate-180', '-rotate-90'] as const
const widths = ['max-h-[74dvh] max-w-full', 'w-[150%] max-w-none', 'w-[250%] max-w-none'] as const

/**
 * The picture of an item, small beside the facts, large when pressed. Each poll brings a new signed address of the same
 * file; the first one is used until it no longer loads, so that the picture does not flicker.
 */
export function Picture({ address }: { address: string }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(address)
  const [tries, setTries] = useState(0)
  const [zoom, setZoom] = useState<number>()
  const [turn, setTurn] = useState(0)
  useKeys(t('desk.item'), [
    { key: 'e', label: t('desk.zoom'), when: zoom === undefined, run: () => setZoom(0) },
  ])
  if (shown.split('?')[0] !== address.split('?')[0]) setShown(address)

  if (tries > 2) return <p className="text-sm text-ink-soft">{t('desk.pictureGone')}</p>
  const events = {
    onError() {
      setTries(tries + 1)
      setShown(address)
    },
    onLoad: () => setTries(0),
  }
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{t('desk.picture')}</h3>
      <button
        type="button"
        aria-label={t('desk.zoom')}
        className="block overflow-hidden rounded-2xl border border-line bg-card"
        onClick={() => setZoom(0)}
      >
        <img
          {...events}
          key={tries}
          src={shown}
          alt=""
          className="max-h-96 min-h-24 min-w-24 max-w-full object-contain"
        />
      </button>
      {zoom !== undefined && (
        <Dialog title={t('desk.picture')} wide bare onClose={() => setZoom(undefined)}>
          <div className="flex justify-center gap-2 pb-2">
            <IconButton label={t('desk.smaller')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
              <ZoomOut className="size-5" aria-hidden />
            </IconButton>
            <IconButton
              label={t('desk.larger')}
              disabled={zoom === widths.length - 1}
              onClick={() => setZoom(zoom + 1)}
            >
              <ZoomIn className="size-5" aria-hidden />
            </IconButton>
            <IconButton label={t('desk.rotate')} onClick={() => setTurn((turn + 1) % turns.length)}>
              <RotateCw className="size-5" aria-hidden />
            </IconButton>
          </div>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
            tabIndex={0}
            aria-label={t('desk.zoom')}
            className="min-h-0 flex-1 overflow-auto"
          >
            <img
              {...events}
              key={tries}
              src={shown}
              alt={t('desk.picture')}
              className={cx('mx-auto block', widths[zoom], turns[turn])}
            />
          </section>
        </Dialog>
      )}
    </section>
  )
}
