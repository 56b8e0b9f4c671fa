import { Loading, Skeleton } from '../../ui/states.tsx'

/** The room of the tabs, the first step with two accounts, and the button. */
export function DepositSkeleton() {
  return (
    <div className="flex flex-1 flex-col">
      <Loading>
        <div className="grid gap-2">
          <Skeleton className="mb-2 h-15 rounded-2xl" />
          <Skeleton className="h-7 w-56" />
          <Skeleton className="h-11.5" />
          <Skeleton className="h-25 rounded-2xl" />
          <Skeleton className="h-25 rounded-2xl" />
        </div>
      </Loading>
      <Skeleton className="mt-auto h-12 rounded-2xl" />
    </div>
  )
}
