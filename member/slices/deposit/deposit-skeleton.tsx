import { Loading, Skeleton } from '../../ui/states.tsx'

/** The room of the tabs, two accounts and the button. */
export function DepositSkeleton() {
  return (
    <div className="flex flex-1 flex-col">
      <Loading>
        <div className="grid gap-4">
          <Skeleton className="h-15 rounded-2xl" />
          <Skeleton className="h-7 w-56" />
          <Skeleton className="h-[7.25rem] rounded-2xl" />
          <Skeleton className="h-[7.25rem] rounded-2xl" />
        </div>
      </Loading>
      <Skeleton className="mt-auto h-12 rounded-2xl" />
    </div>
  )
}
