import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'

/** Holds the room of a list that is on its way. @param className the height of a row */
export function LoadingRows({ className, count = 3 }: { className: string; count?: number }) {
  return (
    <Loading>
      <div className="grid gap-3">
        {Array.from({ length: count }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <Skeleton key={n} className={className} />
        ))}
      </div>
    </Loading>
  )
}
