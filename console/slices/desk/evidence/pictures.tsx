import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { useState } from 'react'
import { useKeys } from '../../../app/keys.tsx'
import { Picture } from './picture.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { pathOf, type Shown } from './use-pictures.ts'

/**
 * The pictures of an item, small beside the facts; pressed, or by the key E, large and next to one another.
 */
export function Pictures({ pictures }: { pictures: Shown[] }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<number>()
  const count = pictures.length
  useKeys(t('desk.item'), [
    {
      key: 'e',
      label: t('desk.zoom'),
      when: count > 0 && opened === undefined,
      run: () => setOpened(0),
    },
  ])
  if (count === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">
        {count === 1 ? t('desk.picture') : t('desk.pictures.count', { count })}
      </h3>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4 xl:grid-cols-2">
        {pictures.map(({ address, caption }, at) => (
          <li
            key={pathOf(address)}
            className={cx('min-w-0', at === 0 && 'col-span-2 sm:row-span-2 xl:row-span-1')}
          >
            <Picture
              address={address}
              alt=""
              className={at === 0 ? 'max-h-96' : 'max-h-44'}
              button={{
                label: count === 1 ? t('desk.zoom') : `${t('desk.zoom')}: ${caption}`,
                onPress: () => setOpened(at),
              }}
            />
            {count > 1 && <p className="mt-1 text-xs text-ink-soft wrap-anywhere">{caption}</p>}
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <PictureViewer pictures={pictures} start={opened} onClose={() => setOpened(undefined)} />
      )}
    </section>
  )
}
