import { Skeleton } from '@krapao/web/ui/states.tsx'

/**
 * The room of a row of money that is not there yet, in its shape.
 * @param height in pixels, of the row that is expected; without it that of a row whose lines are short
 */
export const RowRoom = ({ height }: { height?: number | undefined }) => (
  <div
    aria-hidden
    className="flex min-h-[4.05rem] items-center gap-3 overflow-hidden py-2.5 pr-12 pl-4"
    // Exactly, because a low row is lower than what stands in for it.
    style={height ? { minHeight: 0, height } : undefined}
  >
    <Skeleton className="size-10 shrink-0 rounded-full!" />
    <Skeleton className="h-9 w-28" />
    <Skeleton className="mb-5 ml-auto h-3.5 w-16" />
  </div>
)
