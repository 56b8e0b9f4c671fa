import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { Link } from 'wouter'
import type { Item } from '../queries.ts'

/** The link from a reversal to the item that it takes back; nothing for other items. */
export function ReversedItem({ evidence }: Pick<Item, 'evidence'>) {
  const { t } = useTranslation()
  const valueAt = (wanted: string) => evidence.find(({ label }) => label === wanted)?.value
  const [queue, id] = [valueAt('reversedQueue'), valueAt('reversedItem')]
  if (!queue || !id) return null
  return (
    <Link href={`/${queue}/${encodeURI(id)}`} className={`${buttonClass('quiet')} justify-self-start`}>
      {t('desk.reverse.original')}
    </Link>
  )
}
