import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'

/** Placeholders for a list that is loading. @param className the height of a row */
export function LoadingRows({ className, count = 3 }: { className: string; count?: number }) {
  return (
    <Loading>
      <div className="grid gap-3">
        {Array.from({ length: count }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
          <Skeleton key={n} className={className} />
        ))}
      </div>
    </Loading>
  )
}
