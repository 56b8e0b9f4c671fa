import { type GameCategory, gameCategories } from '@krapao/contract/game.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { carouselRoom } from '../../ui/carousel-room.ts'

/** The space of the drums while they are loading. */
export function CarouselRooms() {
  return (
    <Loading>
      <div className="grid grid-cols-1 gap-6">
        {gameCategories.map((category) => (
          <CarouselRoom key={category} category={category} />
        ))}
      </div>
    </Loading>
  )
}

/** A placeholder with the exact size of a carousel. */
export function CarouselRoom({ category }: { category: GameCategory }) {
  const { t } = useTranslation()
  return (
    <div>
      <p aria-hidden className="flex min-h-11 items-center text-xl font-semibold">
        {t(`game.${category}`)}
      </p>
      <div className={cx(carouselRoom, '-mx-4 overflow-hidden wide:mx-auto wide:max-w-160')}>
        <Skeleton className="mx-auto aspect-[300/211] w-(--card-width) rounded-card" />
      </div>
    </div>
  )
}
