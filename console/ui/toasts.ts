import { createToasts } from '@krapao/web/ui/toasts.tsx'

/**
 * The console's toasts: one at a time, because only the latest decision matters; but what went wrong stays
 * beside it.
 */
export const { toast, Toasts } = createToasts({
  max: 1,
  // Long enough to read an amount and a name.
  milliseconds: 6000,
  // On phones below the bar, whose buttons and list of pages are pressed next. On wide screens over the upper
  // edge with the own account, at its right: what is pressed next is a row, a button below the evidence, or
  // one of a dialog, which lies at the left.
  place:
    'inset-x-2 top-[calc(3.75rem+env(safe-area-inset-top))] wide:top-[max(0.375rem,env(safe-area-inset-top))] bottom-auto mx-auto wide:left-auto wide:right-3 wide:mx-0 wide:w-md',
})
